/// Two numbers as one, in which both and their order count.
func mix(_ a: Int, _ b: Int) -> Int {
    (a &* 7 &+ b) % 1000
}

/// Several numbers as one.
func mix(_ numbers: [Int]) -> Int {
    numbers.reduce(numbers.count, mix)
}

/// A number as it is, or an error for one in three.
func risky(_ value: Int, _ code: Int) throws -> Int {
    if (value &+ code) % 3 == 0 { throw Fault(code: code) }
    return value
}

/// A sum of demands: unlimited, which is `Int.max`, absorbs.
func plus(_ a: Int, _ b: Int) -> Int {
    let (sum, overflow) = a.addingReportingOverflow(b)
    return overflow ? .max : sum
}

/// A demand after a value.
func less(_ demand: Int) -> Int {
    demand == .max ? .max : demand - 1
}
