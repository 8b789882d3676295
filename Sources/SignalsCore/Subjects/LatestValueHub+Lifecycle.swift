extension LatestValueHub {
    /// Attaches a subscriber, which receives the latest value before this returns, if it asks for it.
    @inlinable
    func attach<S: Subscriber>(_ subscriber: S, _ name: StaticString)
    where S.Input == Output, S.Failure == Failure {
        let subscription = SubjectSubscription(name, self)
        let target = SubjectTarget<Output, Failure>(
            subscription,
            receiveValue: { subscriber.receive($0) },
            receiveCompletion: { subscriber.receive(completion: $0) })
        attach(target) { subscriber.receive(subscription: $0) }
    }

    @usableFromInline
    func attach(_ target: SubjectTarget<Output, Failure>, _ start: (any Subscription) -> Void) {
        let (entry, value, version) = state.withLock {
            ($0.completion == nil ? gate.enterLocked() : .busy, $0.value, $0.version)
        }
        switch entry {
        case .entered:
            attachInside(target, start)
            if !gate.leave() { handleLeftEvents() }
        case .nested: attachInside(target, start)
        case .busy, .claimed: attachBeside(target, start, value, version)
        }
    }

    private func attachInside(_ target: SubjectTarget<Output, Failure>, _ start: (any Subscription) -> Void) {
        target.subscription.hasMissed.store(true, ordering: .relaxed)
        broadcast.insert(target)
        start(target.subscription)
    }

    /// While another thread is inside the gate: delivers the value here, so that it does not come late, and then leaves
    /// the subscriber to that thread.
    private func attachBeside(
        _ target: SubjectTarget<Output, Failure>, _ start: (any Subscription) -> Void, _ value: Output,
        _ version: UInt64
    ) {
        start(target.subscription)
        let hasEnded = state.withLock { $0.completion != nil }
        if !hasEnded { target.offer(value) }
        let hasMissed = target.subscription.hasMissed.load(ordering: .relaxed)
        pass(.attach(target, version: hasMissed ? .max : version))
    }

    /// Ends, tells the subscribers and lets go of them.
    @usableFromInline
    func complete(_ completion: Subscribers.Completion<Failure>) {
        let upstreams = state.withLock { state -> [any Subscription]? in
            guard state.completion == nil else { return nil }
            state.completion = completion
            return state.upstreams.takeAll()
        }
        guard let upstreams else { return }
        for upstream in upstreams { upstream.cancel() }
        pass(.completion(completion))
    }

    /// Takes values from an upstream, without limit.
    @usableFromInline
    func follow(_ upstream: any Subscription) {
        let isFollowed = state.withLock { state in
            guard state.completion == nil else { return false }
            state.upstreams.append(upstream)
            return true
        }
        if isFollowed { upstream.request(.unlimited) } else { upstream.cancel() }
    }

    @usableFromInline
    func cancelUpstreams() {
        for upstream in state.withLock({ $0.upstreams.takeAll() }) { upstream.cancel() }
    }
}
