import Foundation
import Signals

/// A store in an SQLite file: one connection that writes, and a pool of connections that read.
final class SQLiteStore: PersistentStore {
    let identifier: UUID
    let url: URL
    let settings: SQLiteSettings
    private let writer: SQLiteWriter
    private let readers: ReaderPool
    /// Sees what other processes write; none know a private file.
    private let fileWatch: FileWatch?
    private let tables: [String: SQLiteTable]
    private let rules: ReferentialRules
    private let dialect = SQLiteDialect()

    /// Opens the file, makes it where it is missing, and brings its tables to the entities given.
    init(_ opening: SQLiteOpening) throws(StoreError) {
        url = opening.url
        settings = opening.settings
        let opened = try opening.open()
        identifier = opened.identifier
        readers = ReaderPool(url: url, settings: settings)
        tables = Dictionary(uniqueKeysWithValues: opening.entities.map { ($0.name, SQLiteTable($0)) })
        rules = ReferentialRules(opening.entities)
        writer = SQLiteWriter(opened, opening: opening)
        fileWatch = settings.isPrivate ? nil : FileWatch(path: url.path)
    }

    func fetch(_ query: Query, _ body: (RowPage) throws -> Void) throws {
        let sql = QueryGenerator.select(query, dialect)
        try read { connection in
            let statement = try connection.statement(sql.text)
            defer { statement.reset() }
            try statement.bind(sql)
            var builder = RowPageBuilder(query.entity)
            let columns = query.entity.attributes.count
            while try statement.step() {
                try statement.appendRow(to: &builder, columns: columns)
                if builder.count == RowPageBuilder.pageSize { try body(builder.finish()) }
            }
            if builder.count > 0 { try body(builder.finish()) }
        }
    }

    func count(_ query: Query) throws -> Int {
        let sql = QueryGenerator.count(query, dialect)
        return try read { connection in
            let statement = try connection.statement(sql.text)
            defer { statement.reset() }
            try statement.bind(sql)
            return try statement.step() ? Int(statement.integer(at: 0)) : 0
        }
    }

    func receipt(for key: String) throws -> Data? {
        try read { try SQLiteReceipts($0).result(of: key) }
    }

    func links(of table: LinkTable, _ side: LinkTable.Side, to numbers: [Int64]) throws -> [LinkRow] {
        let (owner, other) = (LinkTable.column(side), LinkTable.column(side.opposite))
        let places = [String](repeating: "?", count: numbers.count).joined(separator: ", ")
        let order = side == .source ? "\(LinkTable.positionColumn) IS NULL, \(LinkTable.positionColumn), " : ""
        let sql = """
            SELECT \(owner), \(other) FROM \(dialect.quoted(table.name)) WHERE \(owner) IN (\(places)) \
            ORDER BY \(order)\(other)
            """
        return try read { connection in
            try connection.rows(sql, numbers.map(StoredValue.integer), columns: 2).compactMap { row in
                guard case .integer(let owner) = row[0], case .integer(let other) = row[1] else { return nil }
                return LinkRow(owner: owner, other: other)
            }
        }
    }

    private func read<Result>(_ body: (SQLiteConnection) throws -> Result) throws -> Result {
        do {
            let connection = try readers.take()
            let result = try body(connection)
            readers.give(back: connection)
            return result
        } catch let failure as SQLiteFailure {
            throw failure.fetchError
        }
    }

    func commit(_ changeSets: [ChangeSet]) -> [Result<CommitOutcome, SaveError>] {
        do throws(SaveError) {
            return try writer.write { connection throws(SQLiteFailure) in
                try SQLiteCommit(connection: connection, store: identifier, tables: tables, rules: rules).run(
                    changeSets)
            }
        } catch { return changeSets.map { _ in .failure(error) } }
    }

    func reserveNumbers(_ count: Int) throws(SaveError) -> Range<Int64> {
        try writer.write { connection throws(SQLiteFailure) in try SQLiteMetadata(connection).reserveNumbers(count) }
    }

    var wantsUpkeep: Bool { writer.wantsUpkeep }

    func keepUp() { writer.keepUp() }

    func watch(_ handler: @escaping @Sendable () -> Void) { fileWatch?.start(handler) }

    func takeForeignCommits() -> Bool { writer.takeForeignCommits() }

    func backup(to url: URL, replacingAnyFile: Bool, progress: (Double) -> Void) throws {
        try maintain { connection in
            try SQLiteBackup(source: connection, url: url, replacingAnyFile: replacingAnyFile).run(progress)
        }
    }

    func checkIntegrity(_ entities: [EntitySchema]) throws -> [IntegrityFinding] {
        try maintain { try SQLiteIntegrityCheck(connection: $0, store: identifier, entities: entities).run() }
    }

    private func maintain<Result>(_ body: (SQLiteConnection) throws -> Result) throws -> Result {
        do {
            let connection = try readers.take()
            defer { readers.give(back: connection) }
            return try body(connection)
        } catch let failure as SQLiteFailure {
            throw StoreError.failed(url, reason: failure.message)
        }
    }

    // The readers first, so that the writer, which may move the log into the file, is the last.
    func close() {
        fileWatch?.stop()
        readers.close()
        writer.close()
    }
}

extension SQLiteFailure {
    /// A computation of ours that failed speaks for itself; anything else is SQLite's.
    fileprivate var fetchError: FetchError {
        guard message.hasPrefix(RowComputation.Failure.mark) else { return .store(reason: message) }
        return .evaluation(reason: String(message.dropFirst(RowComputation.Failure.mark.count)))
    }
}
