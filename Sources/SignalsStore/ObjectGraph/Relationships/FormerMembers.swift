/// The members that to-manys had before a fetch, by their numbers, until the to-manys are read again.
struct FormerMembers {
    /// By the owner's number and the index of the relationship.
    private var numbers: [Int64: [Int: [Int64]]] = [:]
    /// The number of changes elsewhere, by owner, after which its to-manys were looked at last.
    private var asOf: [Int64: Int] = [:]
    /// The number of owners at which those are looked for that the program has let go of.
    private var limit = 64

    var isEmpty: Bool { numbers.isEmpty }

    /// Notes that the to-manys of an object are read after so many changes elsewhere; true if they were not before.
    mutating func isBehind(_ owner: ManagedObject, _ count: Int) -> Bool {
        asOf.updateValue(count, forKey: owner.number) != count
    }

    mutating func note(_ relationship: RelationshipDescription, of owner: ManagedObject) {
        numbers[owner.number, default: [:]][relationship.index] = relationship.members(in: owner).map(\.number)
    }

    mutating func take(_ relationship: RelationshipDescription, of owner: ManagedObject) -> [Int64]? {
        let taken = numbers[owner.number]?.removeValue(forKey: relationship.index)
        if numbers[owner.number]?.isEmpty == true { numbers[owner.number] = nil }
        return taken
    }

    /// Forgets owners that are in memory no more: at the cost of a few at each note.
    mutating func prune(_ isInMemory: (Int64) -> Bool) {
        guard max(numbers.count, asOf.count) > limit else { return }
        numbers = numbers.filter { isInMemory($0.key) }
        asOf = asOf.filter { isInMemory($0.key) }
        limit = max(64, 2 * max(numbers.count, asOf.count))
    }
}
