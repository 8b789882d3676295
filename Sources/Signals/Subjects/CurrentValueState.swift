/// What a ``CurrentValueSubject`` knows. Values enter the outlets under the subject's lock, which fixes one order for
/// all subscribers; the caller delivers after it.
struct CurrentValueState<Output: Sendable, Failure: Error>: Sendable {
    typealias Outlets = SubscriberList<Outlet<Output, Failure>>

    private(set) var value: Output
    var outlets = Outlets()
    private(set) var upstreams: [any Subscription] = []
    private var completion: Subscribers.Completion<Failure>?

    init(value: Output) {
        self.value = value
    }

    /// The outlets to deliver, and the old value, to be released after the lock.
    mutating func replaceValue(with input: Output) -> (Outlets, Output) {
        guard completion == nil else { return (Outlets(), input) }
        let replaced = value
        value = input
        outlets.forEach { $0.take(input) }
        return (outlets, replaced)
    }

    mutating func end(with completion: Subscribers.Completion<Failure>) -> (Outlets, [any Subscription]) {
        guard self.completion == nil else { return (Outlets(), []) }
        self.completion = completion
        outlets.forEach { $0.take(completion) }
        defer { upstreams = [] }
        return (outlets.removeAll(), upstreams)
    }

    /// Nil if the subject has ended: then there is nothing to be removed from later.
    mutating func insert(_ outlet: Outlet<Output, Failure>) -> Outlets.Ticket? {
        if let completion {
            outlet.take(completion)
            return nil
        }
        outlet.take(value)
        return outlets.append(outlet)
    }

    /// False if the subject has ended.
    mutating func follow(_ upstream: any Subscription) -> Bool {
        guard completion == nil else { return false }
        upstreams.append(upstream)
        return true
    }
}
