/// The state of the subscriber of `values`. Its transitions return the effects to be performed after the lock.
@usableFromInline
struct AsyncSubscriberState<Input: Sendable, Failure: Error>: Sendable {
    @usableFromInline
    enum Effect {
        case resume(Message<Input, Failure>)
        case request(any Subscription)
        case nothing
    }

    @usableFromInline typealias Waiter = CheckedContinuation<Message<Input, Failure>, Never>

    @usableFromInline var upstream: (any Subscription)?

    /// Values that were asked for and have not arrived.
    @usableFromInline var outstanding = 0
    @usableFromInline var waiters = Queue<Waiter>()

    /// Values that arrived before their waiter: those of a publisher that answers at once, or ignores the demand.
    @usableFromInline var values = Queue<Input>()
    @usableFromInline var completion: Subscribers.Completion<Failure>?

    /// True after the completion or a cancel: `completion` without its generic type, of which unspecialised code would
    /// look up metadata.
    @usableFromInline var isOver = false

    @inlinable
    init() {}

    /// Takes the subscription, and returns what to ask it for. Nil if there is one already, or all has ended.
    @inlinable
    mutating func attach(_ subscription: any Subscription) -> Subscribers.Demand? {
        guard upstream == nil, !isOver else { return nil }
        upstream = subscription
        outstanding = waiters.count
        return .max(outstanding)
    }

    /// Takes the next event if it has arrived. A failure is taken once.
    @inlinable
    mutating func take() -> Message<Input, Failure>? {
        if !values.isEmpty { return values.popFirst().map { .value($0) } }
        return isOver ? takeCompletion() : nil
    }

    // Out of line, with the metadata that it needs.
    @inlinable @inline(never)
    mutating func takeCompletion() -> Message<Input, Failure>? {
        guard let completion else { return nil }
        self.completion = .finished
        return .completion(completion)
    }

    /// Returns the subscription to ask for a value, unless the next event has arrived.
    @inlinable
    mutating func ask() -> (any Subscription)? {
        if !values.isEmpty || isOver { return nil }
        if upstream != nil { outstanding += 1 }
        return upstream
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

    /// Keeps the value for a waiter to come, or drops it after the end. False if there is a waiter.
    @inlinable
    mutating func keep(_ input: Input) -> Bool {
        if isOver { return true }
        guard waiters.isEmpty else { return false }
        if outstanding > 0 { outstanding -= 1 }
        values.append(input)
        return true
    }

    /// Returns the waiter to hand the value to. Without one the value is kept, and dropped after the end.
    @inlinable
    mutating func receive(_ input: Input) -> Waiter? {
        if keep(input) { return nil }
        if outstanding > 0 { outstanding -= 1 }
        return waiters.popFirst()
    }

    /// Ends, the first time. The event is for the first waiter, the others receive a normal end.
    @inlinable
    mutating func end(with completion: Subscribers.Completion<Failure>) -> Remains? {
        if isOver { return nil }
        isOver = true
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

    /// The references that the end makes superfluous, to be released after the lock.
    @usableFromInline
    struct Remains: Sendable {
        @usableFromInline var upstream: (any Subscription)?
        @usableFromInline var waiters = Queue<Waiter>()
        @usableFromInline var values = Queue<Input>()

        @inlinable
        init() {}
    }
}
