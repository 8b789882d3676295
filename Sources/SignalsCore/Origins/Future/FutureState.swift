/// The state of a ``Future``: its listeners, or its result.
@usableFromInline
struct FutureState<Output: Sendable, Failure: Error>: Sendable {
    @usableFromInline typealias Listeners = FutureListeners<Output, Failure>
    @usableFromInline typealias Listener = Listeners.Listener

    @usableFromInline
    enum Outcome: Sendable {
        case pending
        case resolved(Result<Output, Failure>)
        /// A failure that nobody has asked for so far.
        case unobserved(Failure, UnobservedFailureReport)
    }

    @usableFromInline var outcome = Outcome.pending

    /// Beside the outcome and not in it, so that it is changed in its place. Empty once there is one.
    @usableFromInline var listeners = Listeners()

    @inlinable
    init() {}

    /// Returns the result, which is observed from now on. The report is to be dropped after the lock.
    @inlinable
    mutating func observe() -> (result: Result<Output, Failure>?, dropped: UnobservedFailureReport?) {
        switch outcome {
        case .pending: return (nil, nil)
        case .resolved(let result): return (result, nil)
        case .unobserved(let failure, let report):
            outcome = .resolved(.failure(failure))
            return (.failure(failure), report)
        }
    }

    /// Returns a ticket while pending; otherwise nil, and `observe()` returns the result.
    @inlinable
    mutating func add(_ listener: @escaping Listener) -> FutureTicket? {
        guard case .pending = outcome else { return nil }
        return listeners.append(listener)
    }

    /// Removes a listener, and returns it to be released after the lock.
    @inlinable
    mutating func remove(_ ticket: FutureTicket) -> Listener? {
        listeners.remove(ticket)
    }

    /// Takes on the result, the first time, and returns the listeners to be notified.
    @inlinable
    mutating func resolve(_ result: Result<Output, Failure>) -> Listeners? {
        guard case .pending = outcome else { return nil }
        outcome = .resolved(result)
        return takeListeners()
    }

    /// Takes on a failure, the first time, and returns the listeners to be notified. The report is kept if there never
    /// were any.
    mutating func fail(
        _ failure: Failure, _ report: UnobservedFailureReport
    ) -> (listeners: Listeners?, isKept: Bool) {
        guard case .pending = outcome else { return (nil, false) }
        if listeners.hasHadAny {
            outcome = .resolved(.failure(failure))
            return (takeListeners(), false)
        }
        outcome = .unobserved(failure, report)
        return (nil, true)
    }

    @inlinable
    mutating func takeListeners() -> Listeners {
        defer { listeners = Listeners() }
        return listeners
    }
}
