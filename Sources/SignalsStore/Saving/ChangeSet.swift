/// What one save changes, as values.
package struct ChangeSet: Sendable {
    /// The name of the context that saves, for messages.
    package var contextName: String?
    /// New rows, a page for each entity, with version 1.
    package var insertions: [RowPage] = []
    package var updates: [Update] = []
    package var deletions: [Deletion] = []
    /// Pairs that tables of links get or lose, and orders that they keep.
    package var links: [LinkChange] = []
    package var orders: [LinkOrder] = []

    package var isEmpty: Bool { insertions.isEmpty && updates.isEmpty && deletions.isEmpty && links.isEmpty && orders.isEmpty }

    /// How many rows are written.
    package var rowCount: Int { insertions.reduce(updates.count + deletions.count + links.count + orders.count) { $0 + $1.count } }

    /// Other values for some columns of a row.
    package struct Update: Sendable {
        package let entity: EntitySchema
        package let number: Int64
        /// The row's version when the first of the values was edited.
        package let baseVersion: Int64
        package let edits: [Edit]
    }

    /// One column's old and new value.
    package struct Edit: Sendable {
        package let index: Int
        package let base: StoredValue
        package let value: StoredValue
    }

    /// A row to be removed.
    package struct Deletion: Sendable {
        package let entity: EntitySchema
        package let number: Int64
        package let baseVersion: Int64
    }
}

/// What a save did to the rows that it updated.
package struct CommitOutcome: Sendable {
    /// The version of each updated row.
    package var versions: [Int64: Int64] = [:]
    /// The values of each updated row that someone else had changed, in other attributes, since it was read.
    package var merged: [Int64: [StoredValue]] = [:]
    /// What the rules of relationships did to other rows.
    package var consequences = CommitNotice()
}
