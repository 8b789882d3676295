import Foundation
import SignalsCore
import SignalsStoreCore

/// A store in a schema of a PostgreSQL database: a connection that writes, some that read, and one that listens.
final class PostgresStore: StoreEngine, SnapshotReader {
    /// The greatest number of connections that read at once, those of pinned contexts included.
    private static let mostReaders = 16
    /// The greatest number of round trips at once that look rows up by their numbers.
    private static let lookupTurns = 4

    let identifier: UUID
    let tables: PostgresTables
    private let timeout: TimeInterval
    private let origin = UUID()
    private let pool: ConnectionPool
    private let replicas: ConnectionPool?
    private let numbers: NumberBlocks
    private let writer: PostgresWriter
    private let lookups: GroupedCalls<RowsByNumber, RowPage>
    private let listener: Listener
    /// The last generation of which another program sent a notification; the greatest integer if it is unknown.
    private let notifiedGeneration = Locked<Int64>(0)
    /// Called when another program may have committed.
    private let handler = Locked<(@Sendable () -> Void)?>(nil)

    /// - Throws: `StoreError`.
    init(_ opening: PostgresOpening) throws {
        let opened = try opening.open()
        identifier = opened.identifier
        timeout = opening.settings.timeout
        tables = PostgresTables(opening.model.entities, in: opening.schema, abilities: opened.abilities)
        pool = ConnectionPool(opening.address, capacity: Self.mostReaders)
        replicas = opening.replicas.map { ConnectionPool($0, capacity: Self.mostReaders) }
        numbers = NumberBlocks(pool, tables, timeout: timeout)
        writer = PostgresWriter(
            opening.address, store: opened.identifier,
            PostgresTransaction.Configuration(
                tables: tables, origin: origin, hash: opening.model.hash, synchronousCommit: opened.synchronousCommit),
            seen: opened.seen, timeout: timeout, numbers: numbers)
        lookups = GroupedCalls(turns: Self.lookupTurns, groupSize: RowsByNumber.mostTogether) { [pool, tables] in
            let (lookups, deadline) = ($0, $1)
            return try pool.withConnection(deadline) { connection in
                let rows = ConnectionRows(connection: connection, tables: tables, deadline: deadline)
                return try RowsByNumber.pages(of: lookups, rows)
            }
        }
        listener = Listener(opening.address, channel: tables.channel, timeout: timeout)
    }

    var busyTimeout: TimeInterval { timeout }

    func snapshot<Result>(isOneStatement: Bool, _ body: (ConnectionRows) throws -> Result) throws -> Result {
        let deadline = Deadline(after: timeout)
        do {
            return try pool.withConnection(deadline) { connection in
                let rows = ConnectionRows(connection: connection, tables: tables, deadline: deadline)
                if isOneStatement { return try body(rows) }
                try connection.run(Statement("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"), deadline)
                let result = try body(rows)
                try connection.run(Statement("COMMIT"), deadline)
                return result
            }
        } catch let failure as PostgresFailure { throw failure.fetchError(in: tables) }
    }

    // Tasks that each read an object take few round trips together.
    func fetch(_ query: Query, _ body: (RowPage) throws -> Void) throws {
        guard let lookup = RowsByNumber(query, tables) else { return try fetchAlone(query, body) }
        let deadline = Deadline(after: timeout)
        do {
            let page = try BackgroundTasks.givingUpSlot(toRead: true) { try lookups.answer(lookup, deadline) }
            if !page.isEmpty { try body(page) }
        } catch let failure as PostgresFailure { throw failure.fetchError(in: tables) }
    }

    func makeReplicaReader(startsAnew: Bool) -> (any StoreReader)? {
        guard let replicas else { return nil }
        return ReplicaReader(replicas, primary: pool, tables, timeout: timeout, startsAnew: startsAnew) { [writer] in
            writer.seen.generation
        }
    }

    func awaitReachable() throws { try snapshot(isOneStatement: true) { _ = try $0.run(Statement("SELECT 1")) } }

    func pin() throws -> any StoreReader {
        do { return try PostgresPin(pool, tables, timeout: timeout) } catch let failure as PostgresFailure {
            throw failure.fetchError(in: tables)
        }
    }

    func receipt(for key: String) throws -> Data? {
        let request = ReceiptRow.request(key)
        let kept = try snapshot(isOneStatement: true) { ReceiptRow.result(try $0.rows(request), for: key) }
        return kept == nil ? nil : ReceiptRow.result(try replicated(request), for: key)
    }

    /// Reads rows that the replicas have too, by locking them: after a crash a server shows commits that its replicas do not
    /// have, and the lock's commit waits until they do.
    private func replicated(_ request: RowRequest) throws -> [StoredRow] {
        let deadline = Deadline(after: timeout)
        let table = tables[request.table]
        var reading = RequestWriter.statement(request, table)
        reading.text += " FOR SHARE"
        do {
            return try pool.withConnection(deadline) { connection in
                let begin = Statement("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE")
                return try table.rows(connection.run([begin, reading, Statement("COMMIT")], deadline)[1])
            }
        } catch let failure as PostgresFailure { throw failure.fetchError(in: tables) }
    }

    func commit(_ changeSets: [ChangeSet]) -> [Result<CommitOutcome, SaveError>] {
        do throws(SaveError) {
            if let changes = PlainChanges(changeSets, tables.catalog.rules), try writer.write(changes) {
                return changes.outcomes.map { .success($0) }
            }
            return try writer.transact { rows, _ in
                try rows.prefetch(changeSets)
                let outcomes = changeSets.map(rows.apply)
                var notice: CommitNotice?
                for case (let changeSet, .success(let outcome)) in zip(changeSets, outcomes) {
                    if notice == nil { notice = CommitNotice() }
                    if outcome.repeated == nil { notice?.add(changeSet, outcome) }
                }
                return (outcomes, notice)
            }
        } catch {
            guard changeSets.count > 1, error.mayBeOfOneSave else { return changeSets.map { _ in .failure(error) } }
            // The server does not say whose row it refused: the halves are committed one after the other.
            let middle = changeSets.count / 2
            return commit(Array(changeSets[..<middle])) + commit(Array(changeSets[middle...]))
        }
    }

    func exclusively(_ work: (any StoreTurn) throws(SaveError) -> Void) throws(SaveError) {
        try writer.transact(renewsDeadline: true) { rows, transaction in
            try transaction.begin()
            let notices = Locked(CommitNotice())
            let turn = RecordingTurn(TableTurn(rows), notices)
            defer { turn.end() }
            try work(turn)
            return ((), notices.withLock { $0 })
        }
    }

    func reserveNumbers(_ count: Int) throws(SaveError) -> Range<Int64> { try numbers.reserve(count) }

    func watch(_ handler: @escaping @Sendable () -> Void) { self.handler.withLock { $0 = handler } }

    // Not before there are observers: at each commit the server wakes all listeners.
    func beginToListen() {
        guard let handler = handler.withLock({ $0 }) else { return }
        let polls = !tables.abilities.contains(.notifications)
        listener.start(History(tables: tables).newest, polls: polls, isOwn: { [writer] in $0 == writer.processID }) {
            [writer, notifiedGeneration] generation in
            notifiedGeneration.withLock { $0 = max($0, generation ?? .max) }
            if writer.seen.generation < generation ?? .max { handler() }
        }
    }

    var mayHaveForeignCommits: Bool { notifiedGeneration.withLock { $0 } > writer.seen.generation }

    // A way to the server and back less for each live query after a commit, for which saves would wait.
    func mayLackNotices(of pinned: any StoreReader) -> Bool { (pinned as? PostgresPin)?.position != writer.seen }

    func takeForeignCommits(for observers: ObserverKind) throws -> ForeignCommits {
        notifiedGeneration.withLock { $0 = 0 }
        let deadline = Deadline(after: timeout)
        let history = History(tables: tables)
        let seen = writer.seen
        do {
            let answers = try pool.withConnection(deadline) { connection in
                try connection.run([history.commits(from: seen), history.newest], deadline)
            }
            let found = ForeignRecords(answers[0], newest: answers[1], since: seen, except: origin)
            writer.noteSeen(found.last)
            return notices(found, for: observers)
        } catch {
            notifiedGeneration.withLock { $0 = .max }
            throw (error as? PostgresFailure)?.fetchError(in: tables) ?? error
        }
    }

    func takeCommitsBefore(for observers: ObserverKind) -> ForeignCommits {
        writer.takeEarlierCommits().map { notices($0, for: observers) } ?? .none
    }

    private func notices(_ found: ForeignRecords, for observers: ObserverKind) -> ForeignCommits {
        if let records = found.records, records.isEmpty { return .none }
        guard observers != .nobody, let records = found.records, !records.contains(where: { $0.isEverything == true })
        else { return .everything }
        do {
            let rows = ForeignRows(tables, records, for: observers)
            return .notices(try rows.notices { try snapshot(isOneStatement: true, $0) })
        } catch {
            return .everything
        }
    }

    func backup(to url: URL, replacingAnyFile: Bool, progress: (Double) -> Void) throws {
        throw StoreError.unsupported(operation: "backup of its own: use pg_dump, or the backups of the server")
    }

    func checkIntegrity(_ entities: [EntitySchema]) throws -> [IntegrityFinding] {
        try snapshot(isOneStatement: false) { rows in
            let connection = SchemaConnection(connection: rows.connection, schema: tables.schema)
            return try PostgresIntegrityCheck(connection: connection, store: identifier, entities: entities).run()
        }
    }

    func close() {
        listener.stop()
        pool.close()
        replicas?.close()
        writer.close()
    }
}

extension SaveError {
    /// True if the server refused what one save of a group writes, and the others could be committed.
    fileprivate var mayBeOfOneSave: Bool {
        switch reason {
        case .unencodable, .store: true
        default: false
        }
    }
}
