/// The ticket of a listener among those of a ``Future``.
@usableFromInline typealias FutureTicket = UInt64

/// The listeners that wait for the result of a ``Future``, in the order in which they asked for it. The first, and
/// mostly the only one, takes no memory of its own.
@usableFromInline
struct FutureListeners<Output: Sendable, Failure: Error>: Sendable {
    @usableFromInline typealias Listener = @Sendable (Result<Output, Failure>) -> Void

    @usableFromInline var first: Listener?
    /// True if a listener was ever added.
    @usableFromInline var hasHadAny = false
    @usableFromInline var others = TicketList<Listener>()

    @inlinable
    init() {}

    @inlinable
    mutating func append(_ listener: @escaping Listener) -> FutureTicket {
        if hasHadAny { return others.append(listener) + 1 }
        first = listener
        hasHadAny = true
        return 0
    }

    /// Removes a listener, and returns it to be released outside a lock.
    @inlinable
    mutating func remove(_ ticket: FutureTicket) -> Listener? {
        ticket == 0 ? first.take() : others.remove(ticket - 1)
    }

    @inlinable
    func forEach(_ body: (Listener) -> Void) {
        if let first { body(first) }
        others.forEach(body)
    }
}

/// A ``Future``, for a subscription that ends before the result has come.
@usableFromInline
protocol FutureListening: AnyObject, Sendable {
    /// Lets go of a listener.
    func forget(_ ticket: FutureTicket)
}

extension Future: FutureListening {}
