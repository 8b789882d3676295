import SignalsCore

/// The work of a subscription to a `create`: made while values may be sent already, and cancelled once.
final class CreateWork: Sendable {
    private enum State: Sendable {
        case beginning
        case running(any Cancellable)
        case over
    }

    private let state = Locked(State.beginning)

    /// True after the end.
    var isOver: Bool {
        state.withLock { if case .over = $0 { true } else { false } }
    }

    /// Takes what cancels the work. If all was over before it had begun, that is done at once.
    func keep(_ cancellable: any Cancellable) {
        let isLate = state.withLock { state in
            guard case .beginning = state else { return true }
            state = .running(cancellable)
            return false
        }
        if isLate { cancellable.cancel() }
    }

    /// Cancels the work.
    func end() {
        let before = state.withLock { state in
            defer { state = .over }
            return state
        }
        if case .running(let cancellable) = before { cancellable.cancel() }
    }
}
