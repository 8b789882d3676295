/// A subject that keeps its latest value and hands it to every new subscriber. Combine's `CurrentValueSubject`.
///
/// ```swift
/// let pending = CurrentValueSubject<Int, Never>(0)
/// let printing = pending.sink { print("pending:", $0) }  // prints "pending: 0"
/// pending.value += 1  // prints "pending: 1"
/// ```
///
/// **Demand**: a subscriber that has not asked for a value receives the latest one once it asks, without those between.
/// **Completion**: subscribers that come after it receive it at once, and no value. **Threads**: values are delivered on
/// the thread that sends, in the order in which `value` took them on, also when several threads send; if one of them is
/// inside a subscriber, it delivers what the others sent and they go on.
public final class CurrentValueSubject<Output: Sendable, Failure: Error>: Subject {
    private let state: Locked<CurrentValueState<Output, Failure>>

    /// A subject with a first value.
    ///
    /// - Parameter value: the value that subscribers receive first.
    public init(_ value: Output) {
        state = Locked(CurrentValueState(value: value))
    }

    deinit {
        for upstream in state.withLock({ $0.upstreams }) { upstream.cancel() }
    }

    /// The latest value. Setting it sends it, and after a completion is ignored.
    ///
    /// A change that reads and writes, like `value += 1`, is two steps: another thread may come between them.
    public var value: Output {
        get { state.withLock { $0.value } }
        set { send(newValue) }
    }

    /// Takes on a value and delivers it.
    ///
    /// - Parameter input: the value.
    public func send(_ input: Output) {
        let (outlets, replaced) = state.withLock { $0.replaceValue(with: input) }
        outlets.forEach { $0.deliver() }
        withExtendedLifetime(replaced) {}
    }

    /// Ends the subject, tells its subscribers and lets go of them.
    ///
    /// - Parameter completion: how it ended.
    public func send(completion: Subscribers.Completion<Failure>) {
        let (outlets, upstreams) = state.withLock { $0.end(with: completion) }
        for upstream in upstreams { upstream.cancel() }
        outlets.forEach { $0.deliver() }
    }

    /// Gives the subject an upstream, from which it asks for values without limit.
    ///
    /// - Parameter subscription: the upstream's subscription.
    public func send(subscription: any Subscription) {
        let isFollowed = state.withLock { $0.follow(subscription) }
        if isFollowed { subscription.request(.unlimited) } else { subscription.cancel() }
    }

    /// Attaches a subscriber, which receives the latest value, then each new one.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        let outlet = Outlet<Output, Failure>(
            to: AnySubscriber(subscriber), surplus: .isReplaced, name: "CurrentValueSubject")
        let ticket = state.withLock { $0.insert(outlet) }
        outlet.start(onCancel: { self.remove(ticket) })
    }

    private func remove(_ ticket: SubscriberList<Outlet<Output, Failure>>.Ticket?) {
        _ = state.withLock { state in ticket.flatMap { state.outlets.remove($0) } }
    }
}
