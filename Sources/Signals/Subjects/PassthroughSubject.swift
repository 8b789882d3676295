/// A subject that passes on what is sent to it and keeps nothing. Combine's `PassthroughSubject`.
///
/// ```swift
/// let saves = PassthroughSubject<String, Never>()
/// let printing = saves.sink { print("saved:", $0) }
/// saves.send("Water plants")  // prints "saved: Water plants"
/// ```
///
/// **Demand**: a value is dropped for a subscriber that has not asked for it. **Completion**: subscribers that come
/// after it receive it at once. **Threads**: values are delivered on the thread that sends; when two threads send at
/// once, one of them delivers both, in one order for all subscribers, and the other goes on.
public final class PassthroughSubject<Output: Sendable, Failure: Error>: Subject {
    @usableFromInline
    enum Event: Sendable {
        case value(Output)
        case completion(Subscribers.Completion<Failure>)
        case attach(PassthroughSubscription<Output, Failure>, AnySubscriber<Output, Failure>)
        case detach(PassthroughSubscription<Output, Failure>)
        case upstream(any Subscription)
    }

    @usableFromInline let gate = SerialGate<PassthroughState<Output, Failure>, Event>(PassthroughState())

    /// A subject without subscribers.
    @inlinable
    public init() {}

    deinit {
        for upstream in gate.state.upstreams { upstream.cancel() }
    }

    /// Delivers a value to the subscribers that want one.
    ///
    /// - Parameter input: the value.
    @inlinable
    public func send(_ input: Output) {
        gate.pass(.value(input), handle)
    }

    /// Ends the subject, tells its subscribers and lets go of them.
    ///
    /// - Parameter completion: how it ended.
    @inlinable
    public func send(completion: Subscribers.Completion<Failure>) {
        gate.pass(.completion(completion), handle)
    }

    /// Gives the subject an upstream, from which it asks for values without limit.
    ///
    /// - Parameter subscription: the upstream's subscription.
    @inlinable
    public func send(subscription: any Subscription) {
        gate.pass(.upstream(subscription), handle)
    }

    /// Attaches a subscriber, which receives what is sent from now on.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        gate.pass(.attach(PassthroughSubscription(self), AnySubscriber(subscriber)), handle)
    }

    @inlinable
    func handle(_ event: Event) {
        switch event {
        case .value(let value): deliver(value)
        default: handleSeldom(event)
        }
    }

    @inlinable @inline(__always)
    func deliver(_ value: Output) {
        gate.state.subscribers.forEach { entry in
            guard entry.subscription.demand.takeOne() else { return }
            let more = entry.subscriber.receive(value)
            if more != .none { entry.subscription.demand.add(more) }
        }
    }

    @usableFromInline @inline(never)
    func handleSeldom(_ event: Event) {
        switch event {
        case .value: break
        case .completion(let completion): complete(completion)
        case .attach(let subscription, let subscriber): attach(subscription, subscriber)
        case .detach(let subscription): _ = gate.state.remove(subscription)
        case .upstream(let upstream): follow(upstream)
        }
    }

    private func complete(_ completion: Subscribers.Completion<Failure>) {
        let (subscribers, upstreams) = gate.state.end(with: completion)
        for upstream in upstreams { upstream.cancel() }
        subscribers.forEach { entry in
            if entry.subscription.demand.close() { entry.subscriber.receive(completion: completion) }
        }
    }

    private func attach(
        _ subscription: PassthroughSubscription<Output, Failure>, _ subscriber: AnySubscriber<Output, Failure>
    ) {
        if let completion = gate.state.completion {
            subscriber.receive(subscription: Subscriptions.empty)
            subscriber.receive(completion: completion)
        } else {
            gate.state.insert(subscription, subscriber)
            subscriber.receive(subscription: subscription)
        }
    }

    private func follow(_ upstream: any Subscription) {
        if gate.state.completion == nil {
            gate.state.upstreams.append(upstream)
            upstream.request(.unlimited)
        } else {
            upstream.cancel()
        }
    }

    func remove(_ subscription: PassthroughSubscription<Output, Failure>) {
        gate.pass(.detach(subscription), handle)
    }
}
