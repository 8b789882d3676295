/// The state of the subscriber behind `values`. Its transitions return the effects to be performed after the lock.
@usableFromInline
struct AsyncSubscriberState<Input: Sendable, Failure: Error>: Sendable {
    @usableFromInline
    enum Event: Sendable {
        case value(Input)
        case completion(Subscribers.Completion<Failure>)
    }

    @usableFromInline
    enum Effect {
        case resume(Event)
        case request(any Subscription)
        case nothing
    }

    @usableFromInline typealias Waiter = CheckedContinuation<Event, Never>

    @usableFromInline var upstream: (any Subscription)?

    /// Values that were asked for and have not arrived.
    @usableFromInline var outstanding = 0
    @usableFromInline var waiters = Queue<Waiter>()

    /// Values that arrived before their waiter: those of a publisher that answers at once, or ignores the demand.
    @usableFromInline var values = Queue<Input>()
    @usableFromInline var completion: Subscribers.Completion<Failure>?

    @inlinable
    init() {}

    /// Takes the subscription, and returns what to ask it for. Nil if there is one already, or all has ended.
    @inlinable
    mutating func attach(_ subscription: any Subscription) -> Subscribers.Demand? {
        guard upstream == nil, completion == nil else { return nil }
        upstream = subscription
        outstanding = waiters.count
        return .max(outstanding)
    }

    /// Takes the next event if it has arrived. A failure is taken once.
    @inlinable
    mutating func take() -> Event? {
        if let value = values.popFirst() { return .value(value) }
        guard let completion else { return nil }
        self.completion = .finished
        return .completion(completion)
    }

    /// Takes the next event if it has arrived, or else the subscription to ask for a value.
    @inlinable
    mutating func takeOrAsk() -> Effect {
        if let event = take() { return .resume(event) }
        guard let upstream else { return .nothing }
        outstanding += 1
        return .request(upstream)
    }

    /// Has the waiter wait, unless the next event has arrived. Asks for a value if those under way are for others.
    @inlinable
    mutating func wait(_ waiter: Waiter) -> Effect {
        if let event = take() { return .resume(event) }
        waiters.append(waiter)
        guard let upstream, waiters.count > outstanding else { return .nothing }
        outstanding += 1
        return .request(upstream)
    }

    /// The waiter to hand the value to. Without one the value is kept, and dropped after the end.
    @inlinable
    mutating func receive(_ input: Input) -> Waiter? {
        guard completion == nil else { return nil }
        if outstanding > 0 { outstanding -= 1 }
        if let waiter = waiters.popFirst() { return waiter }
        values.append(input)
        return nil
    }

    /// Ends, the first time. The event is for the first waiter, the others receive a normal end.
    @inlinable
    mutating func end(with completion: Subscribers.Completion<Failure>) -> Remains? {
        guard self.completion == nil else { return nil }
        self.completion = waiters.isEmpty ? completion : .finished
        var remains = Remains()
        swap(&remains.waiters, &waiters)
        swap(&remains.upstream, &upstream)
        return remains
    }

    /// Ends without the values that nobody has taken.
    @inlinable
    mutating func cancel() -> Remains {
        var remains = end(with: .finished) ?? Remains()
        swap(&remains.values, &values)
        return remains
    }

    /// The references that are no longer needed at the end, to be released after the lock.
    @usableFromInline
    struct Remains: Sendable {
        @usableFromInline var upstream: (any Subscription)?
        @usableFromInline var waiters = Queue<Waiter>()
        @usableFromInline var values = Queue<Input>()

        @inlinable
        init() {}
    }
}
