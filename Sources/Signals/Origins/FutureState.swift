/// The place of a listener in the list of a ``Future``.
@usableFromInline typealias FutureTicket = UInt64

/// What a ``Future`` knows: who waits, or what came out.
@usableFromInline
enum FutureState<Output: Sendable, Failure: Error>: Sendable {
    @usableFromInline typealias Listener = @Sendable (Result<Output, Failure>) -> Void

    case pending(SubscriberList<Listener>)
    case resolved(Result<Output, Failure>)

    @inlinable
    var result: Result<Output, Failure>? {
        if case .resolved(let result) = self { result } else { nil }
    }

    /// A ticket while pending, else the result.
    @inlinable
    mutating func add(_ listener: @escaping Listener) -> (FutureTicket?, Result<Output, Failure>?) {
        switch self {
        case .pending(var listeners):
            let ticket = listeners.append(listener)
            self = .pending(listeners)
            return (ticket, nil)
        case .resolved(let result):
            return (nil, result)
        }
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
    mutating func resolve(_ result: Result<Output, Failure>) -> SubscriberList<Listener>? {
        guard case .pending(let listeners) = self else { return nil }
        self = .resolved(result)
        return listeners
    }
}
