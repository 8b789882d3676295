/// The way out to one subscriber that may have to wait for values, or values for it: a subscription that keeps what was
/// asked for and what waits, and delivers serially, with no lock held.
///
/// Operators whose own state has a lock of its own stand on it. Taking something in and delivering it are separate steps:
/// an owner may take in under its lock, which fixes the order, and delivers after it. It must: what could not be taken in
/// is released then, and not under the lock. (An ``Outflow`` has one lock for both, and keeps its subscriber's type.)
@usableFromInline
package struct Outlet<Output: Sendable, Failure: Error>: NamedSubscription {
    /// The constant is the name.
    @usableFromInline let state: GuardedObject<OutletState<Output, Failure>, StaticString>

    /// An outlet that takes in at once, and delivers from `start` on.
    ///
    /// - Parameters:
    ///   - subscriber: the subscriber.
    ///   - surplus: the treatment of a value that nobody has asked for yet.
    ///   - name: the name that `print()` and a debugger show, the operator's.
    @inlinable @inline(never)
    package init(to subscriber: AnySubscriber<Output, Failure>, surplus: Surplus, name: StaticString) {
        state = GuardedObject(OutletState(subscriber: subscriber, surplus: surplus), name)
    }

    /// Hands the subscriber its subscription, then the events that wait.
    ///
    /// - Parameters:
    ///   - onRequest: called with each demand of the subscriber, also that returned for a value, to ask upstream.
    ///   - onCancel: run once if the subscriber cancels before the completion.
    @inlinable
    package func start(
        onRequest: (@Sendable (Subscribers.Demand) -> Void)? = nil, onCancel: @escaping @Sendable () -> Void = {}
    ) {
        let hooks = OutletHooks(onRequest: onRequest, onCancel: onCancel)
        guard let subscriber = state.withLock({ $0.start(on: .current, hooks) }) else { return }
        subscriber.receive(subscription: self)
        state.withLock { $0.delivery.phase = .idle }
        deliver()
    }

    /// Takes in a value, to be delivered when it is asked for.
    @inlinable
    package func take(_ value: Output) {
        state.withLock { $0.take(value) }
    }

    /// Takes in the completion, to be delivered after the values that wait.
    @inlinable
    package func take(_ completion: Subscribers.Completion<Failure>) {
        state.withLock { $0.take(completion) }
    }

    @inlinable
    package func request(_ demand: Subscribers.Demand) {
        let (onRequest, outer) = state.withLock { state in
            (state.add(demand), state.delivery.enter(.current, for: .demand))
        }
        if let outer { deliver(outer: outer) }
        onRequest?(demand)
    }

    @inlinable
    package func cancel() {
        let before = state.withLock { $0.end() }
        before.hooks.onCancel?()
        withExtendedLifetime(before) {}
    }

    /// Delivers what may be delivered, unless another thread is at it: then that one does.
    @inlinable
    package func deliver() {
        let (outer, refused) = state.withLock { ($0.delivery.enter(.current, for: .supply), $0.refused.takeAll()) }
        if let outer { deliver(outer: outer) }
        withExtendedLifetime(refused) {}
    }

    @inlinable
    func deliver(outer: DeliveryPhase) {
        if state.withLock({ $0.delivery.mayContinue(outer: outer) }) { deliverWaiting(outer: outer) }
    }

    @inlinable @inline(never)
    func deliverWaiting(outer: DeliveryPhase) {
        while true {
            switch state.withLock({ $0.next(outer: outer) }) {
            case .value(let value, let receive):
                let more = receive(value)
                if more != .none { state.withLock { $0.add(more) }?(more) }
            case .completion(let completion, let before):
                before.subscriber?.receive(completion: completion)
            case .nothing:
                return
            }
        }
    }

    @inlinable package var combineIdentifier: CombineIdentifier { CombineIdentifier(state) }

    @usableFromInline package var description: String { "\(state.constants)" }
}
