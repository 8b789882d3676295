/// The rows at the other end of a relationship to many, seen from one row.
package struct RelatedRows: Sendable {
    /// The way to the rows.
    package enum Path: Sendable {
        /// By a column of theirs, which refers to the owner.
        case column(Int)
        /// By a join table, in which the owner is on a side.
        case links(JoinTable, JoinTable.Side)
    }

    /// The name of one of the rows in the condition.
    package let row: QueryRow
    package let entity: EntitySchema
    package let path: Path
    /// The number of the row that has the relationship; nil where there is none.
    package let owner: QueryExpression

    package init(row: QueryRow, entity: EntitySchema, path: Path, owner: QueryExpression) {
        self.row = row
        self.entity = entity
        self.path = path
        self.owner = owner
    }
}
