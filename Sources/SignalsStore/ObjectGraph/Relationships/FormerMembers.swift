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

    mutating func note(_ members: [Int64], of relationship: RelationshipDescription, _ owner: Int64) {
        numbers[owner, default: [:]][relationship.index] = members
    }

    mutating func take(_ relationship: RelationshipDescription, of owner: ManagedObject) -> [Int64]? {
        let taken = numbers[owner.number]?.removeValue(forKey: relationship.index)
        if numbers[owner.number]?.isEmpty == true { numbers[owner.number] = nil }
        return taken
    }

    /// The owners that are removed if they are in memory no more: none most times, so that it costs a few at each note.
    var ownersToLookFor: Set<Int64> {
        max(numbers.count, asOf.count) > limit ? Set(numbers.keys).union(asOf.keys) : []
    }

    /// Forgets owners that are in memory no more.
    mutating func remove(_ owners: Set<Int64>) {
        guard max(numbers.count, asOf.count) > limit else { return }
        for owner in owners { (numbers[owner], asOf[owner]) = (nil, nil) }
        limit = max(64, 2 * max(numbers.count, asOf.count))
    }
}
