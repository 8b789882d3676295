/// Arithmetic with stretches of time in nanoseconds, which never overflows: a result that does not fit is the longest
/// stretch, 292 years, or its negative.
package enum Nanoseconds {
    static let inASecond = 1_000_000_000

    /// Returns the sum of two stretches.
    package static func sum(_ lhs: Int, _ rhs: Int) -> Int {
        let (sum, overflow) = lhs.addingReportingOverflow(rhs)
        return overflow ? (rhs < 0 ? .min : .max) : sum
    }

    /// Returns the difference of two stretches.
    package static func difference(_ lhs: Int, _ rhs: Int) -> Int {
        let (difference, overflow) = lhs.subtractingReportingOverflow(rhs)
        return overflow ? (rhs < 0 ? .max : .min) : difference
    }

    /// Returns the product of two stretches, each taken as a number of seconds: 100 ms times 2 s is 200 ms.
    package static func product(_ lhs: Int, _ rhs: Int) -> Int {
        let product = Int128(lhs) * Int128(rhs)
        let half = Int128(product < 0 ? -inASecond : inASecond) / 2
        return Int(clamping: (product + half) / Int128(inASecond))
    }

    /// Returns a number of units that are so many nanoseconds each.
    package static func of(_ count: some BinaryInteger, units: Int) -> Int {
        let (product, overflow) = Int(clamping: count).multipliedReportingOverflow(by: units)
        return overflow ? (count < 0 ? .min : .max) : product
    }

    /// Returns a number of seconds, rounded. NaN is zero.
    package static func of(seconds: Double) -> Int {
        if seconds.isNaN { return 0 }
        return Int(exactly: (seconds * Double(inASecond)).rounded()) ?? (seconds < 0 ? .min : .max)
    }

    /// Returns a number of seconds, if their nanoseconds can be counted.
    package static func of(exactSeconds seconds: some BinaryInteger) -> Int? {
        guard let seconds = Int(exactly: seconds) else { return nil }
        let (product, overflow) = seconds.multipliedReportingOverflow(by: inASecond)
        return overflow ? nil : product
    }
}
