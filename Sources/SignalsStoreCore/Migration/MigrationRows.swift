/// The source of a migration step's rows.
package protocol MigrationRows: AnyObject {
    func forEachOldRow(of entityName: String, _ body: (MigrationRow) throws -> Void) throws
    func oldRow(of entityName: String, _ number: Int64) throws -> MigrationRow?
    func updateNewRow(of entityName: String, _ number: Int64, _ values: [String: StoredValue]) throws
    func insertNewRow(of entityName: String, _ values: [String: StoredValue]) throws -> Int64
    func deleteNewRow(of entityName: String, _ number: Int64) throws
}
