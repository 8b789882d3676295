/// A task that waits for a ``Future``, or for its own cancelling, whichever comes first.
final class FutureWaiter<Output: Sendable, Failure: Error>: Sendable {
    typealias Outcome = Result<Output, Failure>

    private enum State: Sendable {
        case idle
        case waiting(resume: @Sendable (Outcome) -> Void, cleanUp: (@Sendable () -> Void)?)
        case early(Outcome)
        case resolved
    }

    private let state = Locked(State.idle)

    /// Begins to wait. What came before is handed on at once.
    func start(_ resume: @escaping @Sendable (Outcome) -> Void) {
        let early = state.withLock { state -> Outcome? in
            guard case .early(let outcome) = state else {
                state = .waiting(resume: resume, cleanUp: nil)
                return nil
            }
            state = .resolved
            return outcome
        }
        if let early { resume(early) }
    }

    /// Ends the waiting, the first time it is called.
    func resolve(_ outcome: Outcome) {
        let before = state.withLock { state in
            let before = state
            switch before {
            case .idle: state = .early(outcome)
            case .waiting: state = .resolved
            case .early, .resolved: break
            }
            return before
        }
        guard case .waiting(let resume, let cleanUp) = before else { return }
        cleanUp?()
        resume(outcome)
    }

    /// Performs the action when the waiting ends; at once if it has.
    func onResolve(_ cleanUp: @escaping @Sendable () -> Void) {
        let isOver = state.withLock { state in
            guard case .waiting(let resume, _) = state else { return true }
            state = .waiting(resume: resume, cleanUp: cleanUp)
            return false
        }
        if isOver { cleanUp() }
    }
}
