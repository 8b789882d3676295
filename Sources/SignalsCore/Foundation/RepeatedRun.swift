/// An action that runs again and again on a run loop: one run at a time waits for it, and none after the end.
final class RepeatedRun: Sendable {
    private struct State: Sendable {
        var action: (@Sendable () -> Void)?
        var isWaiting = false
    }

    private let state: Locked<State>

    init(_ action: @escaping @Sendable () -> Void) {
        state = Locked(State(action: action))
    }

    /// Notes that a run is due. True if the caller is to bring it to the run loop.
    func request() -> Bool {
        state.withLock { state in
            defer { state.isWaiting = true }
            return state.action != nil && !state.isWaiting
        }
    }

    /// Runs the action, on the run loop.
    func run() {
        let action = state.withLock { state in
            state.isWaiting = false
            return state.action
        }
        action?()
    }

    /// Lets go of the action.
    func end() {
        state.release { $0.action.take() }
    }
}
