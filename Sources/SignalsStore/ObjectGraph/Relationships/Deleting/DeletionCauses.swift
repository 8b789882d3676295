/// The causes of deletions by delete rules: by the row ID of a deleted object, the row IDs of the objects whose
/// deletions implied it. An object that the program deleted itself has none.
struct DeletionCauses {
    private var causes: [Int64: Set<Int64>] = [:]
    /// By the row ID of a deleted object, those of the objects that its rules would delete with it, and that are kept.
    private var spared: [Int64: Set<Int64>] = [:]

    subscript(number: Int64) -> Set<Int64> { causes[number] ?? [] }

    /// Notes that rules alone ask for a deletion.
    mutating func set(_ numbers: Set<Int64>, of number: Int64) { causes[number] = numbers }

    /// Adds a cause to a deletion, whether it had any before or not.
    mutating func note(_ cause: Int64, of number: Int64) { causes[number, default: []].insert(cause) }

    /// Adds causes to a deletion that rules alone ask for, and does nothing where the program does.
    mutating func add(_ more: some Sequence<Int64>, toImplied number: Int64) { causes[number]?.formUnion(more) }

    /// Notes objects that the rules of a deletion do not delete.
    mutating func spare(_ numbers: Set<Int64>, by number: Int64) { if !numbers.isEmpty { spared[number] = numbers } }

    /// True if one of two objects is deleted, and its rules do not delete the other one.
    func areSpared(_ one: Int64, _ other: Int64) -> Bool {
        spared[one]?.contains(other) ?? false || spared[other]?.contains(one) ?? false
    }

    /// Forgets the causes of a deletion, which the program asks for or which is taken back, and what it spares.
    mutating func remove(_ number: Int64) { (causes[number], spared[number]) = (nil, nil) }

    /// Takes these deletions back from the causes of one.
    mutating func subtract(_ numbers: Set<Int64>, from number: Int64) { causes[number]?.subtract(numbers) }

    /// Renumbers objects that became one with others.
    mutating func renumber(_ joined: (Int64) -> Int64?) {
        for number in Array(causes.keys) {
            guard let owner = joined(number) else { continue }
            causes[owner] = causes.removeValue(forKey: number)
        }
        causes = causes.mapValues { numbers in Set(numbers.map { joined($0) ?? $0 }) }
    }
}
