import SignalsStoreCore

/// A failure of a connection or of a statement.
struct PostgresFailure: Error, Sendable {
    enum Kind: Sendable {
        /// The connection was lost, or could not be made.
        case lost
        /// The deadline passed.
        case timedOut
        /// The server refused a statement, or the connection.
        case refused
    }

    let kind: Kind
    /// The server's SQLSTATE; empty if it sent none.
    var state = ""
    /// The server's message, in the language of its locale.
    var message: String

    static let timedOut = PostgresFailure(kind: .timedOut, message: "it did not answer in time")
}

extension PostgresFailure: CustomStringConvertible {
    var description: String { message }

    /// True if the same statements can succeed over another connection, or later.
    var canRetry: Bool {
        switch kind {
        case .lost: true
        case .timedOut: false
        case .refused:
            state.hasPrefix("08") || state.hasPrefix("57P")
                || ["25P03", "40001", "40P01", "53300", "25006", "26000"].contains(state)
        }
    }

    /// True if the server may have committed nevertheless: it did not answer, or ended the connection.
    var leavesOutcomeUnknown: Bool { kind != .refused || state.hasPrefix("08") || state.hasPrefix("57P") }

    /// Returns the failure of a last attempt, which took too long, with what the server had refused an earlier one for.
    func naming(_ earlier: PostgresFailure?) -> PostgresFailure {
        guard kind == .timedOut, let earlier, earlier.kind == .refused else { return self }
        var failure = self
        failure.message = "\(earlier.message); tried again, \(message)"
        return failure
    }

    /// True if the server refused a connection or a statement, and will again, although it answers others.
    var isLastingRefusal: Bool { kind == .refused && (state.hasPrefix("53") || !canRetry) }

    /// True if the server is shutting down or starting up: it answers again soon.
    var isServerRestart: Bool { kind == .refused && state.hasPrefix("57P") }

    /// True if the statement was cancelled, by somebody or by `statement_timeout`.
    var isCancellation: Bool { kind == .refused && state == "57014" }

    /// The failure for a value that its column cannot have, as the server reports it.
    static let unencodable = PostgresFailure(kind: .refused, state: "22000", message: "a value has another type")

    /// The failure for a column that has another type than in the model, as the server reports it for a prepared statement.
    static let schemaMismatch = PostgresFailure(kind: .refused, state: "0A000", message: "a column has another type")

    /// True if the server refused a row for a value that an index has no room for.
    var isOfTooLongValue: Bool { kind == .refused && state == "54000" }

    /// True if the server refused rows for their values, or for a row that they refer to.
    var isRefusalOfRows: Bool { isOfTooLongValue || kind == .refused && (state == "23505" || state.hasPrefix("22")) }

    /// True if the tables are not those of the model that the store was opened with.
    var isSchemaMismatch: Bool { ["42P01", "42703", "42804", "0A000", "3F000", "23502"].contains(state) }

    /// True if the program's role lacks a privilege.
    private var isPermissionDenied: Bool { kind == .refused && state == "42501" }

    /// Returns the failure, with advice in its message if a privilege is missing.
    ///
    /// - Parameter grants: the statements that grant it.
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
