import SignalsCore
import SignalsStoreCore

/// A table whose statements are put together when a row of it is first written: that would be a third of opening a store,
/// and many stores are opened to be read.
final class UnwrittenTable: Sendable {
    private let entity: EntitySchema
    private let table = SetOnce<SQLiteTable>()

    init(_ entity: EntitySchema) { self.entity = entity }

    /// The table with its statements.
    var written: SQLiteTable { table.value ?? table.setIfNil(SQLiteTable(entity)) }
}
