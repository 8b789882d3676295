import Dispatch
import SignalsSQL
import SignalsStoreCore

/// A reader of one state of the file: a connection whose read transaction stays open until the reader is released.
///
/// Meanwhile the write-ahead log keeps all later commits, and grows with each.
package final class PinnedReader: ConnectionReader {
    private let pool: ReaderPool
    let dialect: SQLiteDialect
    /// Reads wait for each other: a connection is used by one thread at a time.
    private let queue = DispatchQueue(label: "signals.pinned")
    private let connection: SQLiteConnection

    package init(_ pool: ReaderPool, _ dialect: SQLiteDialect) throws {
        self.pool = pool
        self.dialect = dialect
        do {
            connection = try pool.acquire()
            try connection.beginReading()
        } catch let failure as SQLiteFailure { throw failure.fetchError }
    }

    deinit {
        // A connection that cannot end its transaction is closed instead of being used again.
        if (try? connection.execute("ROLLBACK")) != nil { pool.release(connection) }
    }

    /// Copies the file as it is to this reader.
    package func copyFile(to copy: SQLiteBackup, _ progress: (Double) -> Void) throws {
        try queue.sync { try copy.copy(connection, progress) }
    }

    package func read<Result>(_ body: (SQLiteConnection) throws -> Result) throws -> Result {
        do { return try pool.reading { try queue.sync { try body(connection) } } } catch let failure as SQLiteFailure {
            throw failure.fetchError
        }
    }
}
