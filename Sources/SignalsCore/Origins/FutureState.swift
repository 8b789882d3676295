/// What a ``Future`` knows: who waits, or what came out.
@usableFromInline
enum FutureState<Output: Sendable, Failure: Error>: Sendable {
    @usableFromInline typealias Listeners = FutureListeners<Output, Failure>
    @usableFromInline typealias Listener = Listeners.Listener

    case pending(Listeners)
    case resolved(Result<Output, Failure>)
    /// A failure that nobody has asked for so far.
    case unobserved(Failure, UnobservedFailureReport)

    /// The result, which is observed from now on. The report is to be dropped after the lock.
    @inlinable
    mutating func observe() -> (result: Result<Output, Failure>?, dropped: UnobservedFailureReport?) {
        switch self {
        case .pending: return (nil, nil)
        case .resolved(let result): return (result, nil)
        case .unobserved(let failure, let report):
            self = .resolved(.failure(failure))
            return (.failure(failure), report)
        }
    }

    /// A ticket while pending; else the result is there to `observe()`.
    @inlinable
    mutating func add(_ listener: @escaping Listener) -> FutureTicket? {
        guard case .pending(var listeners) = self else { return nil }
        let ticket = listeners.append(listener)
        self = .pending(listeners)
        return ticket
    }

    /// Removes a listener, and returns it to be released after the lock.
    @inlinable
    mutating func remove(_ ticket: FutureTicket) -> Listener? {
        guard case .pending(var listeners) = self else { return nil }
        defer { self = .pending(listeners) }
        return listeners.remove(ticket)
    }

    /// Takes on the result, the first time, and returns who is to be told.
    @inlinable
    mutating func resolve(_ result: Result<Output, Failure>) -> Listeners? {
        guard case .pending(let listeners) = self else { return nil }
        self = .resolved(result)
        return listeners
    }

    /// Takes on a failure, the first time, and returns who is to be told. The report is kept if nobody ever listened.
    mutating func fail(
        _ failure: Failure, _ report: UnobservedFailureReport
    ) -> (listeners: Listeners?, isKept: Bool) {
        guard case .pending(let listeners) = self else { return (nil, false) }
        if listeners.hasHadAny {
            self = .resolved(.failure(failure))
            return (listeners, false)
        }
        self = .unobserved(failure, report)
        return (nil, true)
    }
}
