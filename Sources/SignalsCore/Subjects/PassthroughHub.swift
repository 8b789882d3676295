/// What is behind a ``PassthroughSubject``: its subscribers, and the gate that keeps their events serial.
@usableFromInline
final class PassthroughHub<Output: Sendable, Failure: Error>: SubjectSubscription.Hub {
    @usableFromInline
    enum Event: Sendable {
        case value(Output)
        case completion(Subscribers.Completion<Failure>)
        case attach(SubjectTarget<Output, Failure>, @Sendable (any Subscription) -> Void)
        case detach(UInt64)
        case upstream(any Subscription)
    }

    private struct Life: Sendable {
        var completion: Subscribers.Completion<Failure>?
        var upstreams: [any Subscription] = []
    }

    @usableFromInline let gate = Gate()
    @usableFromInline let broadcast = Broadcast<Output, Failure>()
    @usableFromInline let left = Locked<[Event]>([])
    private let life = Locked(Life())

    @inlinable @inline(never)
    init() {}

    /// Delivers a value, or leaves it to the thread that delivers at the moment.
    @inlinable @inline(__always)
    func send(_ value: Output) {
        switch gate.enter() {
        case .entered:
            broadcast.deliver(value)
            if !gate.leave() { handleLeftEvents() }
        case .nested:
            broadcast.deliver(value)
        default:
            leave(.value(value))
        }
    }

    /// Handles an event that is no value in the same way.
    @usableFromInline
    func pass(_ event: Event) {
        switch gate.enter() {
        case .entered:
            handle(event)
            if !gate.leave() { handleLeftEvents() }
        case .nested:
            handle(event)
        default:
            leave(event)
        }
    }

    @usableFromInline @inline(never)
    func leave(_ event: Event) {
        left.withLock { $0.append(event) }
        if gate.markLeftEvent() == .claimed, !gate.leave() { handleLeftEvents() }
    }

    @usableFromInline @inline(never)
    func handleLeftEvents() {
        repeat {
            for event in left.withLock({ $0.takeAll() }) { handle(event) }
        } while !gate.leave()
    }

    private func handle(_ event: Event) {
        switch event {
        case .value(let value): broadcast.deliver(value)
        case .completion(let completion): complete(completion)
        case .attach(let target, let start): attach(target, start)
        case .detach(let ticket): broadcast.remove(ticket)
        case .upstream(let upstream): follow(upstream)
        }
    }

    private func complete(_ completion: Subscribers.Completion<Failure>) {
        let upstreams = life.withLock { life -> [any Subscription]? in
            guard life.completion == nil else { return nil }
            life.completion = completion
            return life.upstreams.takeAll()
        }
        guard let upstreams else { return }
        for upstream in upstreams { upstream.cancel() }
        for target in broadcast.removeAll() { target.complete(completion) }
    }

    private func attach(
        _ target: SubjectTarget<Output, Failure>, _ start: @Sendable (any Subscription) -> Void
    ) {
        let completion = life.withLock { $0.completion }
        if completion == nil { broadcast.insert(target) }
        start(target.subscription)
        if let completion { target.complete(completion) }
    }

    private func follow(_ upstream: any Subscription) {
        let isFollowed = life.withLock { life in
            guard life.completion == nil else { return false }
            life.upstreams.append(upstream)
            return true
        }
        if isFollowed { upstream.request(.unlimited) } else { upstream.cancel() }
    }

    func cancelUpstreams() {
        for upstream in life.withLock({ $0.upstreams.takeAll() }) { upstream.cancel() }
    }

    @usableFromInline
    func requested(_ ticket: UInt64) {}

    @usableFromInline
    func cancelled(_ ticket: UInt64) {
        pass(.detach(ticket))
    }
}
