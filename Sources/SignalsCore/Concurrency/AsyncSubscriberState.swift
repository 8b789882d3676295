/// What the subscriber behind `values` knows. Its transitions return the effect to be performed after the lock.
struct AsyncSubscriberState<Input: Sendable, Failure: Error>: Sendable {
    enum Event: Sendable {
        case value(Input)
        case completion(Subscribers.Completion<Failure>)
    }

    enum Effect {
        case resume(Event)
        case request
        case nothing
    }

    typealias Waiter = CheckedContinuation<Event, Never>

    private var isAttached = false
    private var waiters = Queue<Waiter>()

    /// Values that came without a waiter, from a publisher that does not keep to the demand.
    private var values = Queue<Input>()
    private var completion: Subscribers.Completion<Failure>?

    /// The demand of those who wait already.
    mutating func attach() -> Subscribers.Demand {
        isAttached = true
        return .max(waiters.count)
    }

    mutating func next(for waiter: Waiter) -> Effect {
        if let value = values.popFirst() { return .resume(.value(value)) }
        if let completion {
            self.completion = .finished
            return .resume(.completion(completion))
        }
        waiters.append(waiter)
        return isAttached ? .request : .nothing
    }

    /// Who is to receive the value.
    mutating func receive(_ input: Input) -> Waiter? {
        guard completion == nil else { return nil }
        guard let waiter = waiters.popFirst() else {
            values.append(input)
            return nil
        }
        return waiter
    }

    /// The event for the first of those who wait; for the others it is over. A failure is thrown once.
    mutating func end(with completion: Subscribers.Completion<Failure>) -> (Event, [Waiter]) {
        guard self.completion == nil else { return (.completion(.finished), []) }
        var waiting: [Waiter] = []
        while let waiter = waiters.popFirst() { waiting.append(waiter) }
        self.completion = waiting.isEmpty ? completion : .finished
        return (.completion(completion), waiting)
    }
}
