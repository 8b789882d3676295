import CSQLite
import Foundation
import SignalsCore
import SignalsSQL
import SignalsStoreCore

/// A store in an SQLite file: one connection that writes, and a pool of connections that read.
package final class SQLiteStore: StoreEngine, ConnectionReader {
    package let identifier: UUID
    package let url: URL
    package let settings: SQLiteSettings
    private let writer: SQLiteWriter
    private let readers: ReaderPool
    /// The watch for other processes' writes; nil for a private file, which no other process uses.
    private let fileWatch: FileWatch?
    private let handler = Locked<(@Sendable () -> Void)?>(nil)
    private let tables: [String: UnwrittenTable]
    private let rules: ReferentialRules
    private let schemaGuard: SchemaGuard
    let dialect: SQLiteDialect

    /// Opens the file, makes it where it is missing, and brings its tables to the entities given.
    package init(_ opening: SQLiteOpening) throws(StoreError) {
        url = opening.url
        settings = opening.settings
        let opened = try opening.open()
        identifier = opened.identifier
        schemaGuard = opened.schemaGuard
        readers = ReaderPool(url: url, settings: settings)
        tables = Dictionary(uniqueKeysWithValues: opening.entities.map { ($0.name, UnwrittenTable($0)) })
        rules = ReferentialRules(opening.entities)
        dialect = SQLiteDialect(entities: Set(opening.entities.map(\.name)))
        writer = SQLiteWriter(opened, opening: opening)
        fileWatch = settings.isPrivate ? nil : FileWatch(path: url.path)
    }

    package func receipt(for key: String) throws -> Data? {
        try read { try SQLiteReceipts($0).result(of: key) }
    }

    package var busyReaders: Int { readers.busyCount }

    package func pin() throws -> any StoreReader { try PinnedReader(readers, dialect) }

    // A connection for each read: what is done with the rows may read by another, and they need not be held.
    package func fetch(_ query: Query, _ body: (RowPage) throws -> Void) throws {
        try read { try $0.fetch(query, dialect, body) }
    }

    package func read<Result>(_ body: (SQLiteConnection) throws -> Result) throws -> Result {
        do {
            try schemaGuard.requireNotSeenOther()
            let connection = try readers.acquireForReading()
            do {
                try connection.beginRead()
                let result = try readers.reading { try body(connection) }
                readers.release(connection)
                return result
            } catch let failure as SQLiteFailure {
                // A table or a column may be missing because the file is of another model by now.
                if failure.primaryCode == SQLITE_ERROR { try schemaGuard.requireSame(connection) }
                throw failure
            }
        } catch let failure as SQLiteFailure {
            throw failure.fetchError
        }
    }

    package func commit(_ changeSets: [ChangeSet]) -> [Result<CommitOutcome, SaveError>] {
        readers.rest()
        do throws(SaveError) {
            return try writer.write { connection throws(SQLiteFailure) in
                try SQLiteCommit(
                    connection: connection, store: identifier, tables: tables, rules: rules, schemaGuard: schemaGuard,
                    preallocation: writer.preallocation
                ).run(changeSets)
            }
        } catch { return changeSets.map { _ in .failure(error) } }
    }

    package func exclusively(_ work: (any StoreTurn) throws(SaveError) -> Void) throws(SaveError) {
        var refusal: SaveError?
        readers.rest()
        try writer.write { connection throws(SQLiteFailure) in
            let commit = SQLiteCommit(
                connection: connection, store: identifier, tables: tables, rules: rules, schemaGuard: schemaGuard,
                preallocation: writer.preallocation)
            try commit.exclusively { () throws(SQLiteFailure) in
                let turn = SQLiteTurn(commit, dialect)
                do throws(SaveError) { try work(turn) } catch { refusal = error }
                try turn.end()
                return refusal == nil
            }
        }
        if let refusal { throw refusal }
    }

    package var busyTimeout: TimeInterval { settings.busyTimeout }

    package func reserveNumbers(_ count: Int) throws(SaveError) -> Range<Int64> {
        readers.rest()
        return try writer.write { connection throws(SQLiteFailure) in
            try SQLiteMetadata(connection).reserveNumbers(count)
        }
    }

    package var needsCheckpoint: Bool { writer.needsCheckpoint }

    package func checkpoint() {
        readers.rest()
        writer.checkpoint()
    }

    package func watch(_ handler: @escaping @Sendable () -> Void) { self.handler.withLock { $0 = handler } }

    // Not before there are observers: to open and close a file takes a quarter longer with the system's events.
    package func beginToListen() {
        if let handler = handler.withLock({ $0 }) { fileWatch?.start(handler) }
    }

    package func takeForeignCommits(for observers: ObserverKind) -> ForeignCommits {
        // Ends open reads, for which other programs' checkpoints wait.
        readers.rest()
        return writer.takeForeignCommits() ? .everything : .none
    }

    package func backup(to url: URL, replacingAnyFile: Bool, progress: (Double) -> Void) throws {
        let copy = SQLiteBackup(to: url, replacingAnyFile: replacingAnyFile)
        defer { copy.discard() }
        try copy.requireFreePath()
        try maintain { connection in
            try connection.beginReading()
            defer { try? connection.execute("ROLLBACK") }
            try copy.copy(connection, progress)
        }
        try copy.moveToPath()
        progress(1)
    }

    package func checkIntegrity(_ entities: [EntitySchema]) throws -> [IntegrityFinding] {
        try maintain { try SQLiteIntegrityCheck(connection: $0, store: identifier, entities: entities).run() }
    }

    private func maintain<Result>(_ body: (SQLiteConnection) throws -> Result) throws -> Result {
        do {
            let connection = try readers.acquire()
            defer { readers.release(connection) }
            return try body(connection)
        } catch let failure as SQLiteFailure {
            throw StoreError.failed(url, reason: failure.message)
        }
    }

    // The readers first, so that the writer, which may move the log into the file, is the last.
    package func close() {
        fileWatch?.stop()
        readers.close()
        writer.close()
    }
}
