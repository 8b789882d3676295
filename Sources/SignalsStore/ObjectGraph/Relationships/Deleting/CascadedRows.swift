import SignalsStoreCore

/// The rows that are to be deleted with their owners and have no objects. Any look at the context's objects makes
/// objects of them, which seldom happens before the save.
struct CascadedRows {
    /// Rows of one page that refer to one owner.
    struct Members {
        let page: RowPage
        let rows: Range<Int>
        let entity: EntityDescription
        /// The relationship of the owner that they belong to.
        let relationship: RelationshipDescription
        let owner: Int64
    }

    private(set) var all: [Members] = []
    /// The relationships with unread members, and their owners: the store finds them by its rules when the save
    /// commits, as they are then.
    private(set) var unread: [(relationship: RelationshipDescription, owner: Int64)] = []

    var isEmpty: Bool { all.isEmpty && unread.isEmpty }

    /// Leaves the members of a relationship in the store, unread.
    mutating func leave(_ relationship: RelationshipDescription, of owner: Int64) {
        unread.append((relationship, owner))
    }

    mutating func add(
        _ rows: Range<Int>, of page: RowPage, _ entity: EntityDescription, _ relationship: RelationshipDescription,
        _ owner: Int64
    ) {
        if rows.isEmpty { return }
        all.append(Members(page: page, rows: rows, entity: entity, relationship: relationship, owner: owner))
    }

    mutating func takeUnread() -> [(relationship: RelationshipDescription, owner: Int64)] {
        defer { unread = [] }
        return unread
    }

    mutating func takeAll() -> [Members] {
        defer { all = [] }
        return all
    }

    /// Adds the deletions of the rows, class by class in the order of their numbers, in which a store finds them soonest.
    func add(to deletions: inout [ChangeSet.Deletion], _ schema: (EntityDescription) -> EntitySchema) {
        deletions.reserveCapacity(deletions.count + all.reduce(0) { $0 + $1.rows.count })
        for members in Dictionary(grouping: all, by: { ObjectIdentifier($0.entity) }).values {
            Self.add(members, of: schema(members[0].entity), to: &deletions)
        }
    }

    private static func add(_ members: [Members], of schema: EntitySchema, to deletions: inout [ChangeSet.Deletion]) {
        var found: [(number: Int64, members: Int, row: Int)] = []
        found.reserveCapacity(members.reduce(0) { $0 + $1.rows.count })
        for (index, some) in members.enumerated() {
            for row in some.rows { found.append((some.page.key(row).number, index, row)) }
        }
        found.sort { ($0.number, $0.members) < ($1.number, $1.members) }
        let owners = members.map { Set(CollectionOfOne($0.owner)) }
        for each in found {
            // Others may have moved it from one of the owners to another meanwhile.
            if let last = deletions.indices.last, deletions[last].number == each.number {
                deletions[last].causes.formUnion(owners[each.members])
            } else {
                let row = members[each.members].page[each.row]
                deletions.append(ChangeSet.Deletion(row, of: schema, causes: owners[each.members]))
            }
        }
    }
}

extension ManagedObjectContext {
    /// True if rows that are deleted with their owners may stay rows, since no observer is notified of each object.
    var leavesRows: Bool {
        guard case .store = source else { return false }
        return !history.isEnabled && !changeRecorder.isRecording
    }

    /// True if such rows need not even be read, since none of the class is an object here, nor was, and the store is read
    /// as it was last committed.
    func leavesUnread(_ entity: EntityDescription) -> Bool {
        !readSource.isElsewhere && entity.family.allSatisfy { !registry.hasHad($0) }
    }

    /// True if an observer is notified of each object that is saved.
    private var notifiesOfSavedObjects: Bool { core.withLock { $0.subjects.didSave != nil || !$0.children.isEmpty } }

    /// Reads the unread rows that are to be deleted, if observers are notified of each object.
    func readCascadedRowsForObservers() {
        if !cascadedRows.unread.isEmpty, notifiesOfSavedObjects { makeCascadedObjects() }
    }

    /// True if rows that were saved as deleted need not become objects: they were deleted as planned, and no observer
    /// is notified of each.
    func leavesSavedRows(_ outcome: CommitOutcome) -> Bool {
        if cascadedRows.isEmpty { return true }
        let isPlain = outcome.isPlain || outcome.details.merged.isEmpty && outcome.details.deleted.isEmpty
        return isPlain && !notifiesOfSavedObjects
    }

    /// Makes the objects of the rows that are to be deleted with their owners.
    func makeCascadedObjects() {
        if cascadedRows.isEmpty { return }
        for (relationship, owner) in cascadedRows.takeUnread() {
            // Rows that cannot be read are left to the store.
            _ = try? objectsLeavingRows(of: relationship, referringTo: owner)
        }
        // First, since each object is looked for.
        let rows = cascadedRows.takeAll()
        // None of this is a change by the program.
        let (recorder, fetched) = (changeRecorder, faulting.exchange(fetched: []))
        changeRecorder = ChangeRecorder()
        defer {
            changeRecorder = recorder
            _ = faulting.exchange(fetched: fetched)
        }
        withoutUndo {
            let graph = ObjectGraph(context: self)
            for members in rows {
                guard let owner = registry[members.owner] else { continue }
                for row in members.rows {
                    // Rows that this build's class does not accept are left to the store.
                    guard let object = try? object(for: row, of: members.page, members.entity) else { continue }
                    relationships.causes.note(members.owner, of: object.number)
                    if object.status == .clean { graph.delete(object, leftBy: owner, members.relationship) }
                }
            }
        }
    }
}
