/// What is behind a ``CurrentValueSubject`` and a `@Published` property: the latest value, the subscribers, and the gate
/// that keeps their events serial.
///
/// The value has a lock of its own, so that it can be read while a subscriber is inside a callback. The same lock fixes
/// the order of the events: a value is taken on and enters the gate, or queues before it, in one step.
@usableFromInline
final class LatestValueHub<Output: Sendable, Failure: Error>: SubjectSubscription.Hub {
    @usableFromInline
    enum Event: Sendable {
        case value(Output)
        case completion(Subscribers.Completion<Failure>)

        /// A subscriber that has all values up to a version.
        case attach(SubjectTarget<Output, Failure>, version: UInt64)
        case requested(UInt64)
        case detach(UInt64)
        case announcer(ObservableObjectPublisher)
    }

    @usableFromInline
    struct State: Sendable {
        @usableFromInline var value: Output
        @usableFromInline var version: UInt64 = 0
        @usableFromInline var completion: Subscribers.Completion<Failure>?
        @usableFromInline var left: [Event] = []
        @usableFromInline var upstreams: [any Subscription] = []

        @inlinable
        init(value: Output) {
            self.value = value
        }
    }

    @usableFromInline let gate = Gate()
    @usableFromInline let broadcast: Broadcast<Output, Failure>
    @usableFromInline let state: Locked<State>

    @inlinable @inline(never)
    init(_ value: Output) {
        state = Locked(State(value: value))
        broadcast = Broadcast(keeping: value)
    }

    @inlinable @inline(__always)
    var value: Output { state.withLock { $0.value } }

    /// The value, but inside a delivery of this thread the one that is being replaced: the timing of `willSet`.
    @inlinable @inline(__always)
    var settledValue: Output {
        if gate.isOwned, let replaced = broadcast.replaced { return replaced }
        return value
    }

    /// Takes on a value and delivers it, or leaves it to the thread that delivers at the moment.
    @inlinable @inline(__always)
    func send(_ value: Output) {
        let (entry, replaced) = takeOn(value)
        withExtendedLifetime(replaced) {}
        guard let entry, entry != .busy else { return }
        if entry != .claimed { broadcast.deliver(value) }
        if entry != .nested, !gate.leave() { handleLeftEvents() }
    }

    /// Does the same, after the announcer; meanwhile `settledValue` is the old one.
    @inlinable @inline(__always)
    func publish(_ value: Output) {
        let (entry, replaced) = takeOn(value)
        guard let entry, entry != .busy else { return }
        if entry != .claimed { announceAndDeliver(value, replacing: replaced) }
        if entry != .nested, !gate.leave() { handleLeftEvents() }
    }

    @inlinable @inline(__always)
    func takeOn(_ value: Output) -> (Gate.Entry?, Output) {
        state.withLock { state in
            guard state.completion == nil else { return (nil, value) }
            let replaced = state.value
            state.value = value
            state.version += 1
            return (enter(.value(value), &state), replaced)
        }
    }

    @inlinable @inline(__always)
    func announceAndDeliver(_ value: Output, replacing replaced: Output?) {
        let outer = broadcast.replaced
        broadcast.replaced = replaced
        broadcast.announcer?._withUnsafeGuaranteedRef { $0.sendIfWatched() }
        broadcast.deliver(value)
        broadcast.replaced = outer
    }

    /// Enters the gate, or leaves the event for the thread inside.
    @inlinable @inline(__always)
    func enter(_ event: @autoclosure () -> Event, _ state: inout State) -> Gate.Entry {
        let entry = gate.enterLocked()
        guard entry == .busy else { return entry }
        state.left.append(event())
        return gate.markLeftEvent()
    }

    /// Handles an event that is no value.
    @usableFromInline
    func pass(_ event: Event) {
        let entry = state.withLock { enter(event, &$0) }
        if entry == .entered || entry == .nested { handle(event) }
        if entry == .entered || entry == .claimed, !gate.leave() { handleLeftEvents() }
    }

    @usableFromInline @inline(never)
    func handleLeftEvents() {
        repeat {
            for event in state.withLock({ $0.left.takeAll() }) { handle(event) }
        } while !gate.leave()
    }

    private func handle(_ event: Event) {
        switch event {
        case .value(let value): announceAndDeliver(value, replacing: nil)
        case .completion(let completion): broadcast.removeAll().forEach { $0.complete(completion) }
        case .attach(let target, let version): insert(target, since: version)
        case .requested(let ticket): broadcast.deliverMissed(to: ticket)
        case .detach(let ticket): broadcast.remove(ticket)
        case .announcer(let announcer): announce(by: announcer)
        }
    }

    private func insert(_ target: SubjectTarget<Output, Failure>, since version: UInt64) {
        let completion = state.withLock { $0.completion }
        if let completion { return target.complete(completion) }
        if target.subscription.demand.isClosed { return }
        broadcast.insert(target)
        // A cancel or a request on another thread either sees the ticket from here on, or is seen here.
        guard target.subscription.demand.synchronize() else {
            return broadcast.remove(target.subscription.ticket.load(ordering: .relaxed))
        }
        guard broadcast.version != version || target.subscription.hasMissed.load(ordering: .relaxed) else { return }
        target.subscription.hasMissed.store(true, ordering: .relaxed)
        broadcast.deliverMissed(to: target.subscription.ticket.load(ordering: .relaxed))
    }

    @usableFromInline
    func requested(_ ticket: UInt64) {
        if ticket != .max { pass(.requested(ticket)) }
    }

    @usableFromInline
    func cancelled(_ ticket: UInt64) {
        if ticket != .max { pass(.detach(ticket)) }
    }

    private func announce(by announcer: ObservableObjectPublisher) {
        broadcast.announcer?.release()
        broadcast.announcer = .passRetained(announcer)
    }
}
