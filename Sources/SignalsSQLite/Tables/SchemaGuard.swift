import CSQLite
import SignalsCore
import SignalsSQL
import SignalsStoreCore
import Synchronization

/// The check that another process has not migrated a file while it is open here: reads and writes by the old model
/// would then be wrong, or fail with an error of SQLite.
final class SchemaGuard: Sendable {
    private let modelHash: StoredValue
    private let isOther = Atomic(false)
    /// SQLite's count of changes to the file's tables when they last matched the model.
    private let schemaVersion: Locked<StoredValue>

    /// Of a file that has just been opened with a model.
    init(_ connection: SQLiteConnection) throws(SQLiteFailure) {
        modelHash = try Self.modelHash(connection)
        schemaVersion = Locked(try Self.schemaVersion(connection))
    }

    /// Refuses a file of another model. Inside a transaction it stays what it was found to be.
    ///
    /// - Throws: `SQLITE_SCHEMA`.
    func requireSame(_ connection: SQLiteConnection) throws(SQLiteFailure) {
        // A look at one number of the first page, as long as no table was changed.
        let version = try Self.schemaVersion(connection)
        if schemaVersion.withLock({ $0 == version }) { return }
        guard try Self.modelHash(connection) == modelHash else {
            isOther.store(true, ordering: .relaxed)
            throw Self.failure
        }
        schemaVersion.withLock { $0 = version }
    }

    /// Refuses a file that was found to be of another model: what still has its name may be of another type.
    func requireNotSeenOther() throws(SQLiteFailure) {
        if isOther.load(ordering: .relaxed) { throw Self.failure }
    }

    private static let failure = SQLiteFailure(code: SQLITE_SCHEMA, message: "another process has migrated the store")

    private static func schemaVersion(_ connection: SQLiteConnection) throws(SQLiteFailure) -> StoredValue {
        try connection.value("PRAGMA schema_version")
    }

    private static func modelHash(_ connection: SQLiteConnection) throws(SQLiteFailure) -> StoredValue {
        try SQLiteMetadata(connection).value("modelHash")
    }
}
