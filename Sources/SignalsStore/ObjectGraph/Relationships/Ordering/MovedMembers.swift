/// The members of lists that a piece of work gave other positions: the lists are put in order when it ends, at the cost of
/// one sort, and not for each member, at the cost of moving the others.
struct MovedMembers {
    struct List {
        let relationship: RelationshipDescription
        let owner: ManagedObject
        var members: [ManagedObject] = []
    }

    private struct Key: Hashable {
        let owner: ObjectIdentifier
        let index: Int
    }

    /// True while a piece of work is under way.
    private(set) var isCollecting = false
    private var lists: [Key: List] = [:]

    /// Begins a piece of work.
    ///
    /// - Returns: true if it is part of one that is under way.
    @discardableResult
    mutating func begin() -> Bool {
        defer { isCollecting = true }
        return isCollecting
    }

    mutating func add(_ member: ManagedObject, _ relationship: RelationshipDescription, of owner: ManagedObject) {
        let key = Key(owner: ObjectIdentifier(owner), index: relationship.index)
        lists[key, default: List(relationship: relationship, owner: owner)].members.append(member)
    }

    /// The lists that are to be put in order, and ends the piece of work.
    mutating func finish() -> [List] {
        isCollecting = false
        if lists.isEmpty { return [] }
        defer { lists = [:] }
        return Array(lists.values)
    }
}

extension ManagedObjectContext {
    /// Runs work that may give many members of a list other positions.
    ///
    /// - Throws: what `work` throws; the lists are in order then too.
    func puttingListsInOrderOnce<Result>(_ work: () throws -> Result) rethrows -> Result {
        let isInner = listPositions.moved.begin()
        defer { if !isInner { putListsInOrder() } }
        return try work()
    }

    /// Puts the lists in order whose members have got other positions, and from now on each member at once.
    func putListsInOrder() {
        for list in listPositions.moved.finish() { list.relationship.putInOrder(list.members, of: list.owner) }
    }
}
