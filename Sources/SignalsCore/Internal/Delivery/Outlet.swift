/// The way out to one subscriber that may have to wait for values, or values for it: a subscription that keeps what was
/// asked for and what is there, and delivers serially, with no lock held.
///
/// The operators that put out what they gathered, and those that combine several upstreams, stand on it.
/// Taking something in and delivering it are separate steps: an owner may take in under its own lock, which fixes the
/// order, and delivers after it.
@usableFromInline
package final class Outlet<Output: Sendable, Failure: Error>: Subscription, CustomStringConvertible, CustomReflectable,
    CustomPlaygroundDisplayConvertible
{
    /// What is done with a value that nobody has asked for yet.
    @usableFromInline
    package enum Surplus: Sendable {
        /// It waits, and so does the completion behind it.
        case waits

        /// It waits until the next one replaces it, or the completion does.
        case isReplaced
    }

    @usableFromInline typealias Phase = OutletState<Output, Failure>.Phase

    @usableFromInline let name: StaticString
    @usableFromInline let state: Locked<OutletState<Output, Failure>>

    /// An outlet that takes in at once, and delivers from `start` on.
    ///
    /// - Parameters:
    ///   - subscriber: who receives.
    ///   - surplus: what is done with a value that nobody has asked for yet.
    ///   - name: what `print()` and a debugger show, the operator's.
    @inlinable @inline(never)
    package init(to subscriber: AnySubscriber<Output, Failure>, surplus: Surplus, name: StaticString = "Outlet") {
        self.name = name
        state = Locked(OutletState(subscriber: subscriber, surplus: surplus))
    }

    /// Hands the subscriber its subscription, then what is there.
    ///
    /// - Parameters:
    ///   - onRequest: told each demand of the subscriber, also what it returns for a value, to ask upstream accordingly.
    ///   - onCancel: run once if the subscriber cancels before the completion.
    @inlinable
    package func start(
        onRequest: (@Sendable (Subscribers.Demand) -> Void)? = nil, onCancel: @escaping @Sendable () -> Void = {}
    ) {
        let hooks = OutletHooks(onRequest: onRequest, onCancel: onCancel)
        guard let subscriber = state.withLock({ $0.start(on: .current, hooks) }) else { return }
        subscriber.receive(subscription: self)
        state.withLock { $0.phase = .idle }
        deliver()
    }

    /// Takes in a value, to be delivered when it is asked for.
    @inlinable
    package func take(_ value: Output) {
        state.withLock { $0.take(value) }
    }

    /// A value on its way to the subscriber, which whoever took it in delivers.
    @usableFromInline
    struct Delivery: Sendable {
        @usableFromInline let value: Output
        @usableFromInline let outer: Phase
        @usableFromInline let receive: @Sendable (Output) -> Subscribers.Demand

        @inlinable
        init(value: Output, outer: Phase, receive: @escaping @Sendable (Output) -> Subscribers.Demand) {
            self.value = value
            self.outer = outer
            self.receive = receive
        }
    }

    /// Takes in a value, and returns it if it can be delivered at once: then the caller must do so, after its own lock.
    @inlinable
    func takeToDeliver(_ value: Output) -> Delivery? {
        guard let (outer, receive) = state.withLock({ $0.takeToDeliver(value, on: .current) }) else { return nil }
        return Delivery(value: value, outer: outer, receive: receive)
    }

    /// Delivers a value that was taken in for it, and what may be delivered behind it.
    @inlinable
    func deliver(_ delivery: Delivery) {
        let more = delivery.receive(delivery.value)
        if more != .none { add(more) }
        deliver(outer: delivery.outer)
    }

    /// Takes in the completion, to be delivered behind the values that wait.
    @inlinable
    package func take(_ completion: Subscribers.Completion<Failure>) {
        state.withLock { $0.take(completion) }
    }

    @inlinable
    package func request(_ demand: Subscribers.Demand) {
        let onRequest = state.withLock { $0.add(demand) }
        deliver(for: .demand)
        onRequest?(demand)
    }

    @inlinable
    package func cancel() {
        let leftovers = state.withLock { $0.cancel() }
        leftovers?.hooks.onCancel?()
    }

    /// Delivers what may be delivered, unless another thread is at it: then that one does.
    @inlinable
    package func deliver() {
        deliver(for: .supply)
    }

    /// Delivers what a demand calls for, unless a delivery is under way: then that goes on with it.
    @inlinable
    package func deliverWanted() {
        deliver(for: .demand)
    }

    @inlinable
    func deliver(for cause: OutletState<Output, Failure>.Cause) {
        guard let outer = state.withLock({ $0.enter(.current, for: cause) }) else { return }
        deliver(outer: outer)
    }

    @inlinable
    func deliver(outer: Phase) {
        while true {
            switch state.withLock({ $0.next(outer: outer) }) {
            case .value(let value, let receive):
                let more = receive(value)
                if more != .none { add(more) }
            case .completion(let completion, let subscriber, _):
                subscriber.receive(completion: completion)
            case .nothing:
                return
            }
        }
    }

    @inlinable
    func add(_ demand: Subscribers.Demand) {
        state.withLock { $0.add(demand) }?(demand)
    }

    @usableFromInline package var description: String { "\(name)" }

    @usableFromInline package var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }

    @usableFromInline package var playgroundDescription: Any { description }
}
