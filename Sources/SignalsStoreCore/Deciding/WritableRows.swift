import Foundation

/// The rows of a store as one change set is written to them, inside of a transaction. What they throw is a `SaveError`
/// that fails the change set, or the store's own failure.
package protocol WritableRows {
    /// Names the store.
    var store: UUID { get }

    /// Returns a row as it is now; nil if it does not exist.
    func row(_ number: Int64, _ entity: EntitySchema) throws -> (version: Int64, values: [StoredValue])?

    /// True if a row exists.
    func exists(_ number: Int64, _ entity: EntitySchema) throws -> Bool

    /// Adds rows.
    func insert(_ page: RowPage) throws

    /// Adds a row with the values of all columns.
    func insert(_ entity: EntitySchema, _ number: Int64, version: Int64, _ values: [StoredValue]) throws

    /// Gives some columns of a row other values and the row the next version, where it has the version that is given;
    /// false where it has not.
    func write(_ edits: [ChangeSet.Edit], to number: Int64, _ entity: EntitySchema, over version: Int64) throws -> Bool

    /// Removes a row that has the version that is given; false where it has not.
    func remove(_ number: Int64, _ entity: EntitySchema, over version: Int64) throws -> Bool

    /// Removes rows of one entity, each of which has the version that it was deleted with; false where none was
    /// removed, since they are to be removed one by one.
    func remove(_ deletions: ArraySlice<ChangeSet.Deletion>) throws -> Bool

    /// Removes a row of any version, and returns its former values in some columns; nil if it does not exist.
    func remove(_ number: Int64, _ entity: EntitySchema, returning columns: [Int]) throws -> [StoredValue]?

    /// Applies a batch change to all rows that a query finds. Returns the rows, with the former values of some columns
    /// if they are deleted.
    func apply(
        _ batchChange: ChangeSet.BatchChange, returning columns: [Int]
    ) throws -> [(number: Int64, values: [StoredValue])]

    /// Prefetches the rows that refer to some rows by these columns, and their links: all at once, since a store may be
    /// on a server.
    func prepare(
        _ references: [ReferentialRules.Reference], _ links: [ReferentialRules.Links], to numbers: [Int64]) throws

    /// The rows that refer to one, up to a limit.
    func referring(_ reference: ReferentialRules.Reference, to target: Int64, limit: Int?) throws -> [Int64]

    /// Removes all rows that refer to one, and returns which; nil where they are to be removed one by one.
    func removeAll(_ reference: ReferentialRules.Reference, to target: Int64) throws -> [Int64]?

    /// Sets the references to a row to nil, as changes of the rows that refer to it. Returns these rows.
    func clear(_ reference: ReferentialRules.Reference, to target: Int64) throws -> [Int64]

    /// A row that has these values, none of them nil, in the columns of attributes that are unique together.
    func owner(of values: [StoredValue], _ attributes: [AttributeSchema], _ entity: EntitySchema) throws -> Int64?

    /// Adds a pair to a join table, or removes it; does nothing if the pair exists already, or does not exist.
    func apply(_ change: LinkChange) throws

    /// True if a number is on a side of a join table.
    func hasLinks(_ table: JoinTable, _ side: JoinTable.Side, _ number: Int64) throws -> Bool

    /// Removes the pairs in which a number is on a side, and returns the other numbers.
    func removeLinks(_ table: JoinTable, _ side: JoinTable.Side, _ number: Int64) throws -> [Int64]

    /// The positions of a source's targets; NaN for one that has none yet.
    func positions(_ table: JoinTable, of source: Int64) throws -> [Int64: Double]

    /// The end of a source's targets, with the positions of some.
    func end(_ table: JoinTable, of source: Int64, _ targets: [Int64]) throws -> TargetsEnd

    /// Gives some targets of a source other positions.
    func setPositions(_ positions: [Int64: Double], _ table: JoinTable, of source: Int64) throws
}

extension WritableRows {
    package func remove(_ deletions: ArraySlice<ChangeSet.Deletion>) throws -> Bool { false }

    package func removeAll(_ reference: ReferentialRules.Reference, to target: Int64) throws -> [Int64]? { nil }

    package func prepare(
        _ references: [ReferentialRules.Reference], _ links: [ReferentialRules.Links], to numbers: [Int64]
    ) throws {}

    /// The ID of a row's object.
    package func id(_ number: Int64, _ entity: EntitySchema) -> AnyManagedObjectID {
        AnyManagedObjectID(entityName: entity.name, store: store, number: number)
    }
}
