/// The changes of one save, as values.
package struct ChangeSet: Sendable {
    /// The name of the context that saves, for messages.
    package var contextName: String?
    /// The policy for conflicts.
    package var mergePolicy = MergePolicy.error
    /// New rows, a page for each entity, with version 1.
    package var insertions: [RowPage] = []
    package var updates: [Update] = []
    package var deletions: [Deletion] = []
    /// Pairs that join tables get or lose, and orders that they keep.
    package var links: [LinkChange] = []
    package var orders: [LinkOrder] = []
    package var batchChanges: [BatchChange] = []

    /// The receipt of the task that saves, if it has a key. A task whose key has a receipt already changes nothing.
    package var receipt: Receipt?

    /// The treatment of new rows whose unique values others have; nil where they fail the save.
    package var joining: Joining?

    package init() {}

    package var isEmpty: Bool {
        insertions.isEmpty && onlyInserts
    }

    /// True if all it does is to add one row.
    package var isOneInsertion: Bool { insertions.count == 1 && insertions[0].count == 1 && onlyInserts }

    /// True if it does nothing but add rows.
    package var onlyInserts: Bool { updates.isEmpty && onlyWritesRows }

    /// True if it does nothing but add rows and give rows other values.
    package var onlyWritesRows: Bool {
        deletions.isEmpty && links.isEmpty && orders.isEmpty && batchChanges.isEmpty && receipt == nil
    }

    /// The targets of the links that orders put last, by the table and the source.
    var targetsAdded: [JoinTable: [Int64: Set<Int64>]] {
        var added: [JoinTable: [Int64: Set<Int64>]] = [:]
        if !orders.contains(where: \.isEnd) { return added }
        for change in links where change.kind == .added && change.table.isOrdered {
            added[change.table, default: [:]][change.source, default: []].insert(change.target)
        }
        return added
    }

    /// The number of rows that are written; more than one for a batch change, which may find any number.
    package var rowCount: Int {
        let single = updates.count + deletions.count + links.count + orders.count
        return insertions.reduce(single + 2 * batchChanges.count) { $0 + $1.count }
    }

    /// Other values for some columns of a row.
    package struct Update: Sendable {
        package let entity: EntitySchema
        package let number: Int64
        /// The row's version when the first of the values was edited.
        package let baseVersion: Int64
        /// Empty for an object of which only links and orders were changed.
        package private(set) var edits: [Edit]
        /// True if the program changed links by a relationship of the object: its row has to exist for them.
        package var makesLinks = false
        /// The values of all columns, where the merge policy may need them.
        package var allValues: [StoredValue] = []
        /// The owners of the lists whose order the edited positions are of, by the columns of their references.
        package var owners: [Int: StoredValue] = [:]

        package init(
            entity: EntitySchema, number: Int64, baseVersion: Int64, edits: [Edit], makesLinks: Bool = false,
            allValues: [StoredValue] = [], owners: [Int: StoredValue] = [:]
        ) {
            self.entity = entity
            self.number = number
            self.baseVersion = baseVersion
            self.edits = edits
            self.makesLinks = makesLinks
            self.allValues = allValues
            self.owners = owners
        }

        /// Adds an edit of a column that has none.
        package mutating func add(_ edit: Edit) {
            edits.append(edit)
            if !allValues.isEmpty { allValues[edit.index] = edit.value }
        }

        /// Returns edits without positions in lists that the row is in no more, or not yet, beside these edits: they say
        /// nothing of the one that it is in.
        ///
        /// - Parameter stored: the values that the edits are written over.
        package func leavingOutPositionsElsewhere(_ edits: [Edit], _ stored: [StoredValue]) -> [Edit] {
            if owners.isEmpty { return edits }
            return edits.filter { edit in
                guard let column = entity.reference(orderedBy: edit.index), let owner = owners[column] else {
                    return true
                }
                return owner == edits.first { $0.index == column }?.value ?? stored[column]
            }
        }
    }

    /// One column's old and new value.
    package struct Edit: Sendable {
        package let index: Int
        package let base: StoredValue
        package let value: StoredValue

        package init(index: Int, base: StoredValue, value: StoredValue) {
            self.index = index
            self.base = base
            self.value = value
        }
    }

    /// A row to be removed.
    package struct Deletion: Sendable {
        package let entity: EntitySchema
        package let number: Int64
        package let baseVersion: Int64
        /// The values of all columns that it was deleted with; nil where that does not matter.
        package var base: [StoredValue]? { values ?? row?.values }
        private let values: [StoredValue]?
        /// The row as it was read, where that has the values.
        private let row: RowPage.Row?
        /// The objects whose deletions implied this one, by their delete rules; none where the program asked for it.
        package var causes: Set<Int64> = []
        /// The targets, by their columns, of those references that the program edited before and whose own rule is to
        /// deny or to cascade.
        package var references: [Int: StoredValue] = [:]

        package init(
            entity: EntitySchema, number: Int64, baseVersion: Int64, base: [StoredValue]? = nil,
            causes: Set<Int64> = [], references: [Int: StoredValue] = [:]
        ) {
            self.entity = entity
            self.number = number
            self.baseVersion = baseVersion
            (values, row) = (base, nil)
            self.causes = causes
            self.references = references
        }

        /// The removal of a row as it was read.
        package init(_ row: RowPage.Row, of entity: EntitySchema, causes: Set<Int64>) {
            self.entity = entity
            number = row.number
            baseVersion = row.version
            (values, self.row) = (nil, row)
            self.causes = causes
        }
    }
}

extension [ChangeSet.Deletion] {
    /// The deletions in parts of one entity each: mostly many of one follow each other.
    package var parts: [ArraySlice<Element>] {
        var parts: [ArraySlice<Element>] = []
        var start = 0
        while start < count {
            let entity = self[start].entity
            let end = self[start...].firstIndex { !$0.entity.isSame(as: entity) } ?? count
            parts.append(self[start..<end])
            start = end
        }
        return parts
    }
}

extension ChangeSet {
    /// Something done to all rows that a query finds, whatever their versions, without reading them first.
    package struct BatchChange: Sendable {
        /// The action on the rows.
        package enum Action: Sendable {
            case update([Assignment])
            case delete
        }

        package let query: Query
        package let action: Action

        package init(query: Query, action: Action) {
            self.query = query
            self.action = action
        }
    }

    /// A column's new value, computed from what the row had.
    package struct Assignment: Sendable {
        package let index: Int
        package let value: QueryExpression

        package init(index: Int, value: QueryExpression) {
            self.index = index
            self.value = value
        }
    }
}
