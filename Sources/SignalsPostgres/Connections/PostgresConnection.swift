import CPostgres
import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// One connection to a server. Nothing that it does waits longer than a deadline.
// SAFETY: one thread at a time uses it. `ConnectionPool` and `WriterConnection` lend it to one caller, and take it out and
// put it back under a lock; `PostgresPin` uses it on its serial queue; any other connection stays in the call that made it.
final class PostgresConnection: @unchecked Sendable {
    private static let statementLimit = 256
    /// The least number of bytes that a server is expected to take in a second: large values may take as long.
    static let bytesASecond = 1_000_000.0

    let handle: OpaquePointer
    let preparesStatements: Bool
    /// The names of the statements that the server has prepared, by their texts.
    private var statementNames: [String: String] = [:]
    private var statementCount = 0
    /// True if the connection is lost, or its state unknown: nothing can be sent any more.
    private(set) var isBroken = false
    /// True if a ROLLBACK was sent whose result was not read yet.
    private var isRollingBack = false
    /// The settings that each transaction begins with; nil if they are the session's. Behind a pooler each transaction may
    /// have another session, which other clients use next.
    private var settings: Statement?

    init(_ address: PostgresAddress, _ deadline: Deadline) throws(PostgresFailure) {
        guard let handle = address.startConnecting() else {
            throw PostgresFailure(kind: .lost, message: "there is no memory for a connection")
        }
        self.handle = handle
        preparesStatements = address.preparesStatements
        PQsetNoticeProcessor(handle, { _, _ in }, nil)
        // Then the message has the SQLSTATE, whatever its language is.
        PQsetErrorVerbosity(handle, PQERRORS_VERBOSE)
        try connect(deadline)
        PQsetErrorVerbosity(handle, PQERRORS_DEFAULT)
        PQsetnonblocking(handle, 1)
    }

    deinit { PQfinish(handle) }

    private func connect(_ deadline: Deadline) throws(PostgresFailure) {
        var state = PGRES_POLLING_WRITING
        while true {
            if PQstatus(handle) == CONNECTION_BAD { throw refusal }
            switch state {
            case PGRES_POLLING_OK: return
            case PGRES_POLLING_READING: try wait(for: Int16(POLLIN), deadline)
            case PGRES_POLLING_WRITING: try wait(for: Int16(POLLOUT), deadline)
            default: throw refusal
            }
            state = PQconnectPoll(handle)
        }
    }

    /// The failure to connect, with the last SQLSTATE that one of the servers sent.
    private var refusal: PostgresFailure {
        let message = message
        // "FATAL:  28P01: …", with two spaces. A port is a word of five digits too, and stands elsewhere.
        let states = message.matches(of: /:  ([0-9A-Z]{5}):/).map(\.output.1)
        guard let state = states.last else { return PostgresFailure(kind: .lost, message: message) }
        return PostgresFailure(kind: .refused, state: String(state), message: message)
    }

    private var message: String {
        let message = PQerrorMessage(handle).map { String(cString: $0) } ?? ""
        // Some messages have several lines.
        return message.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
            .joined(separator: " ")
    }

    /// The descriptor to poll.
    var socket: Int32 { PQsocket(handle) }

    /// The process ID of the server's backend.
    var processID: Int32 { PQbackendPID(handle) }

    /// True while a transaction is open.
    var isInTransaction: Bool { PQtransactionStatus(handle) != PQTRANS_IDLE }

    /// True if the connection is lost, or its transaction has failed.
    var hasFailed: Bool { isBroken || PQtransactionStatus(handle) == PQTRANS_INERROR }

    /// Sends a ROLLBACK if a transaction is open, and does not wait for its result.
    func beginRollback() {
        guard !isBroken, isInTransaction else { return }
        guard PQsendQuery(handle, "ROLLBACK") == 1, PQflush(handle) >= 0 else {
            isBroken = true
            return
        }
        isRollingBack = true
    }

    /// Waits for the result of `beginRollback()`.
    func finishRollback(_ deadline: Deadline) throws(PostgresFailure) {
        guard isRollingBack else { return }
        isRollingBack = false
        try flush(deadline)
        while let result = try nextResult(deadline) { PQclear(result) }
    }

    private func wait(for events: Int16, _ deadline: Deadline) throws(PostgresFailure) {
        var descriptor = pollfd(fd: socket, events: events, revents: 0)
        while true {
            let remaining = deadline.milliseconds
            let count = remaining > 0 ? poll(&descriptor, 1, remaining) : 0
            if count > 0 { return }
            if count < 0, errno == EINTR { continue }
            isBroken = true
            if count == 0 { throw .timedOut }
            throw PostgresFailure(kind: .lost, message: String(cString: strerror(errno)))
        }
    }

    /// True if the server has ended the connection since it was used last, as far as this host knows.
    func hasEnded() -> Bool {
        var descriptor = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
        // Its last message comes before the end.
        for _ in 0..<8 where !isBroken {
            guard poll(&descriptor, 1, 0) > 0 else { return false }
            if PQconsumeInput(handle) == 0 { isBroken = true }
        }
        return isBroken
    }

    /// Marks the connection as lost, and returns the failure with libpq's message.
    func markLost() -> PostgresFailure {
        isBroken = true
        return PostgresFailure(kind: .lost, message: message)
    }
}

// Statements, sent together in a pipeline.
extension PostgresConnection {
    /// Runs a statement.
    @discardableResult
    func run(_ statement: Statement, _ deadline: Deadline) throws(PostgresFailure) -> PostgresResult {
        try run([statement], deadline)[0]
    }

    /// Runs statements in their order, in one round trip. None runs after one that fails.
    func run(_ statements: [Statement], _ deadline: Deadline) throws(PostgresFailure) -> [PostgresResult] {
        guard let settings, !isInTransaction else { return try runPipeline(statements, deadline) }
        let index = statements.first?.text.hasPrefix("BEGIN") == true ? 1 : 0
        var results = try runPipeline(statements[..<index] + [settings] + statements[index...], deadline)
        results.remove(at: index)
        return results
    }

    /// Changes settings from now on: of the session, if all statements are sure to run in it; else of each transaction.
    func set(_ settings: [(name: String, value: String)], _ deadline: Deadline) throws(PostgresFailure) {
        var parameters = Parameters()
        let terms = settings.map { setting in
            let (name, value) = (parameters.add(setting.name), parameters.add(setting.value))
            return "pg_catalog.set_config(\(name), \(value), \(!preparesStatements))"
        }
        let statement = Statement("SELECT \(terms.joined(separator: ", "))", parameters)
        if preparesStatements { try run(statement, deadline) } else { self.settings = statement }
    }

    private func runPipeline(
        _ statements: some Sequence<Statement>, _ deadline: Deadline
    ) throws(PostgresFailure) -> [PostgresResult] {
        if isBroken { throw markLost() }
        let byteCount = statements.reduce(0) { $0 + $1.parameters.byteCount }
        let deadline = deadline.extended(by: Double(byteCount) / Self.bytesASecond)
        // A transaction that has failed accepts nothing but its end.
        if statementNames.count > Self.statementLimit, PQtransactionStatus(handle) != PQTRANS_INERROR {
            try deallocateStatements(deadline)
        }
        guard PQenterPipelineMode(handle) == 1 else { throw markLost() }
        var prepared: [String?] = []
        for statement in statements { prepared.append(try send(statement)) }
        guard PQpipelineSync(handle) == 1 else { throw markLost() }
        try flush(deadline)
        let (results, failure) = try receive(prepared, deadline)
        guard PQexitPipelineMode(handle) == 1 else { throw markLost() }
        if let failure { throw failure }
        return results
    }

    /// Runs statements that have no parameters and no rows, such as those that create tables.
    func run(script: [String], _ deadline: Deadline) throws(PostgresFailure) {
        for text in script {
            guard PQsendQuery(handle, text) == 1 else { throw markLost() }
            try flush(deadline)
            var failure: PostgresFailure?
            while let result = try nextResult(deadline) {
                if let found = self.failure(result) { failure = failure ?? found }
                PQclear(result)
            }
            if let failure { throw failure }
        }
    }

    /// Deallocates the prepared statements, for example after their tables were replaced.
    func deallocateStatements(_ deadline: Deadline) throws(PostgresFailure) {
        if statementNames.isEmpty { return }
        statementNames = [:]
        try run(script: ["DEALLOCATE ALL"], deadline)
    }

    /// Sends a statement; returns its text if it was prepared for that.
    private func send(_ statement: Statement) throws(PostgresFailure) -> String? {
        // A generic plan, made while the table was small, would compare each row with each value of a long list.
        guard preparesStatements, !statement.parameters.hasLongList else {
            try sendUnprepared(statement)
            return nil
        }
        var isNew = false
        let name: String
        if let known = statementNames[statement.text] {
            name = known
        } else {
            statementCount += 1
            name = "signals_\(statementCount)"
            statementNames[statement.text] = name
            isNew = true
            let types = statement.parameters.types
            guard PQsendPrepare(handle, name, statement.text, Int32(types.count), types) == 1 else { throw markLost() }
        }
        let isSent = statement.parameters.withPointers { count, values, lengths, formats in
            PQsendQueryPrepared(handle, name, count, values, lengths, formats, 1) == 1
        }
        guard isSent else { throw markLost() }
        return isNew ? statement.text : nil
    }

    private func sendUnprepared(_ statement: Statement) throws(PostgresFailure) {
        let isSent = statement.parameters.withPointers { count, values, lengths, formats in
            PQsendQueryParams(
                handle, statement.text, count, statement.parameters.types, values, lengths, formats, 1) == 1
        }
        guard isSent else { throw markLost() }
    }

    /// Sends what libpq has buffered.
    // Reads while it writes: with both sides' buffers full, each would wait for the other.
    func flush(_ deadline: Deadline) throws(PostgresFailure) {
        while true {
            switch PQflush(handle) {
            case 0: return
            case 1:
                try wait(for: Int16(POLLIN | POLLOUT), deadline)
                guard PQconsumeInput(handle) == 1 else { throw markLost() }
            default: throw markLost()
            }
        }
    }

    /// Returns the next result; nil at the end of those of a statement.
    func nextResult(_ deadline: Deadline) throws(PostgresFailure) -> OpaquePointer? {
        while PQisBusy(handle) == 1 { try awaitInput(deadline) }
        return PQgetResult(handle)
    }

    /// Waits until the server sends something, and reads it.
    func awaitInput(_ deadline: Deadline) throws(PostgresFailure) {
        try wait(for: Int16(POLLIN), deadline)
        guard PQconsumeInput(handle) == 1 else { throw markLost() }
    }

    /// Returns the results up to the end of the pipeline, and the first failure.
    private func receive(
        _ prepared: [String?], _ deadline: Deadline
    ) throws(PostgresFailure) -> ([PostgresResult], PostgresFailure?) {
        var results: [PostgresResult] = []
        var failure: PostgresFailure?
        for text in prepared {
            if let text {
                let found = try nextStatementResult(deadline)
                if let found = found.failure {
                    statementNames[text] = nil
                    failure = failure ?? found
                }
            }
            let found = try nextStatementResult(deadline)
            failure = failure ?? found.failure
            if let result = found.result { results.append(result) }
        }
        guard let end = try nextResult(deadline) else { throw markLost() }
        defer { PQclear(end) }
        guard PQresultStatus(end) == PGRES_PIPELINE_SYNC else { throw markLost() }
        return (results, failure)
    }

    private func nextStatementResult(
        _ deadline: Deadline
    ) throws(PostgresFailure) -> (result: PostgresResult?, failure: PostgresFailure?) {
        var found: (result: PostgresResult?, failure: PostgresFailure?) = (nil, nil)
        guard let result = try nextResult(deadline) else { throw markLost() }
        let owned = PostgresResult(result)
        found.failure = self.failure(result)
        if found.failure == nil { found.result = owned }
        // A nil ends the results of one statement.
        while let more = try nextResult(deadline) { PQclear(more) }
        if PQstatus(handle) == CONNECTION_BAD { throw markLost() }
        return found
    }

    /// Returns the failure of a result; nil if it is none.
    func failure(_ result: OpaquePointer) -> PostgresFailure? {
        switch PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY, PGRES_COPY_IN: return nil
        case PGRES_PIPELINE_ABORTED:
            return PostgresFailure(kind: .refused, state: "", message: "a statement before it failed")
        default:
            let state = PQresultErrorField(result, Int32(UInt8(ascii: "C"))).map { String(cString: $0) } ?? ""
            let message = PQresultErrorField(result, Int32(UInt8(ascii: "M"))).map { String(cString: $0) } ?? message
            return PostgresFailure(kind: state.isEmpty ? .lost : .refused, state: state, message: message)
        }
    }
}
