/// The rows that conditions look at beside the one that they are evaluated on.
package protocol RowLookup {
    /// The row of an entity with a number.
    func row(_ number: Int64, of entity: EntitySchema) throws -> StoredRow?

    /// The rows at the other end of a relationship to many of an owner.
    func rows(_ related: RelatedRows, of owner: Int64) throws -> [StoredRow]
}
