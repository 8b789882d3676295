import Dispatch

/// Reads one state of the file: a connection whose read transaction stays open until the reader is released.
///
/// Meanwhile the write-ahead log keeps everything that was committed since, and grows with each commit.
final class PinnedReader: StoreReader {
    private let pool: ReaderPool
    private let dialect: SQLiteDialect
    /// Reads wait for each other: a connection is used by one thread at a time.
    private let turns = DispatchQueue(label: "signals.pinned")
    private let connection: SQLiteConnection

    init(_ pool: ReaderPool, _ dialect: SQLiteDialect) throws {
        self.pool = pool
        self.dialect = dialect
        do {
            connection = try pool.take()
            try connection.beginReading()
        } catch let failure as SQLiteFailure { throw failure.fetchError }
    }

    deinit {
        // A connection that cannot end its transaction is closed instead of being used again.
        if (try? connection.execute("ROLLBACK")) != nil { pool.give(back: connection) }
    }

    func fetch(_ query: Query, _ body: (RowPage) throws -> Void) throws {
        try read { try $0.fetch(query, dialect, body) }
    }

    func count(_ query: Query) throws -> Int { try read { try $0.count(query, dialect) } }

    func numbers(_ query: Query) throws -> [Int64] { try read { try $0.numbers(query, dialect) } }

    func links(of table: LinkTable, _ side: LinkTable.Side, to numbers: [Int64]) throws -> [LinkRow] {
        try read { try $0.links(of: table, side, to: numbers, dialect) }
    }

    func tabulate(_ tabulation: Tabulation) throws -> [[StoredValue]] {
        try read { try $0.tabulate(tabulation, dialect) }
    }

    /// Copies the file as it is to this reader.
    func back(up copy: SQLiteBackup, _ progress: (Double) -> Void) throws {
        try turns.sync { try copy.copy(connection, progress) }
    }

    private func read<Result>(_ body: (SQLiteConnection) throws -> Result) throws -> Result {
        do { return try turns.sync { try body(connection) } } catch let failure as SQLiteFailure {
            throw failure.fetchError
        }
    }
}
