import SignalsStoreCore

/// Why a server did not do something.
struct PostgresFailure: Error, Sendable {
    enum Kind: Sendable {
        /// There is no connection any more, or there never was one.
        case lost
        /// The deadline passed.
        case timedOut
        /// The server refused a statement, or the connection.
        case refused
    }

    let kind: Kind
    /// The five characters by which the server names the reason; none for what it did not say.
    var state = ""
    /// In the server's words, which depend on its locale.
    var message: String

    static let timedOut = PostgresFailure(kind: .timedOut, message: "it did not answer in time")
}

extension PostgresFailure: CustomStringConvertible {
    var description: String { message }

    /// True where the same statements can succeed over another connection, or later.
    var canRetry: Bool {
        switch kind {
        case .lost: true
        case .timedOut: false
        case .refused:
            state.hasPrefix("08") || state.hasPrefix("57P")
                || ["25P03", "40001", "40P01", "53300", "25006", "26000"].contains(state)
        }
    }

    /// True where the server is ending, or starting: it is there again soon.
    var isServerRestart: Bool { kind == .refused && state.hasPrefix("57P") }

    /// True where the server ended the statement before its time: somebody cancelled it, or it took longer than the
    /// database's owner has it take.
    var isCancellation: Bool { kind == .refused && state == "57014" }

    /// A value that its column cannot have, as the server says it.
    static let unencodable = PostgresFailure(kind: .refused, state: "22000", message: "a value has another type")

    /// A column of another type than the model has it, as the server says it of a statement that it knows.
    static let schemaMismatch = PostgresFailure(kind: .refused, state: "0A000", message: "a column has another type")

    /// True where the server refused rows for what they hold, or for what they refer to.
    var isRefusalOfRows: Bool { kind == .refused && (state == "23505" || state == "54000" || state.hasPrefix("22")) }

    /// True where the tables are not those that the store was opened with.
    var isSchemaMismatch: Bool { ["42P01", "42703", "42804", "0A000", "3F000", "23502"].contains(state) }

    /// True where the program's role may not do what it asks for.
    private var isPermissionDenied: Bool { kind == .refused && state == "42501" }

    /// The same with advice, where a right is missing.
    ///
    /// - Parameter grants: the statements that give it.
    func withAdvice(toRun grants: String) -> PostgresFailure {
        guard isPermissionDenied else { return self }
        var failure = self
        failure.message += ". Have the owner give this program's role what it needs: \(grants)."
        return failure
    }

    var saveError: SaveError {
        switch (kind, state) {
        case (.lost, _), (.timedOut, _): SaveError(.unreachable(reason: message))
        case (_, "55P03"), (_, "57014"), (_, "25P03"): SaveError(.busy)
        case (_, "53100"): SaveError(.diskFull)
        case (_, "25006"): SaveError(.readOnly)
        case (_, "54000"): SaveError(.unencodable(reason: message))
        case _ where isSchemaMismatch: SaveError(.modelChanged)
        case _ where canRetry: SaveError(.unreachable(reason: message))
        default: SaveError(.store(reason: message))
        }
    }

    var fetchError: FetchError {
        if isSchemaMismatch { return .modelChanged }
        return canRetry || kind == .timedOut ? .unreachable(reason: message) : .store(reason: message)
    }

    var problem: ServerProblem {
        switch (kind, state) {
        case (.timedOut, _), (_, "55P03"): .timedOut
        case (_, "28P01"), (_, "28000"): .authenticationFailed
        case (_, "3D000"): .noSuchDatabase
        case (_, "53300"): .tooManyConnections
        case (.lost, _): .unreachable(reason: message)
        case (.refused, _): .failed(reason: message)
        }
    }
}
