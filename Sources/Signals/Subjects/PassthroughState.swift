/// What a ``PassthroughSubject`` knows; it belongs to the owner of the subject's gate.
@usableFromInline
struct PassthroughState<Output: Sendable, Failure: Error>: Sendable {
    @usableFromInline
    struct Entry: Sendable {
        @usableFromInline let subscription: PassthroughSubscription<Output, Failure>
        @usableFromInline let subscriber: AnySubscriber<Output, Failure>
    }

    @usableFromInline var subscribers = SubscriberList<Entry>()
    var completion: Subscribers.Completion<Failure>?
    @usableFromInline var upstreams: [any Subscription] = []

    @usableFromInline
    init() {}

    mutating func insert(
        _ subscription: PassthroughSubscription<Output, Failure>, _ subscriber: AnySubscriber<Output, Failure>
    ) {
        let ticket = subscribers.append(Entry(subscription: subscription, subscriber: subscriber))
        subscription.ticket.store(ticket, ordering: .relaxed)
    }

    /// Removes a subscriber; what is returned is released by the caller.
    mutating func remove(_ subscription: PassthroughSubscription<Output, Failure>) -> Entry? {
        subscribers.remove(subscription.ticket.load(ordering: .relaxed))
    }

    /// Ends, and lets go of everybody.
    mutating func end(
        with completion: Subscribers.Completion<Failure>
    ) -> (subscribers: SubscriberList<Entry>, upstreams: [any Subscription]) {
        guard self.completion == nil else { return (SubscriberList(), []) }
        self.completion = completion
        defer { upstreams = [] }
        return (subscribers.removeAll(), upstreams)
    }
}
