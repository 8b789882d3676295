import Synchronization

extension LatestValueHub {
    /// Attaches a subscriber, which receives the latest value before this returns, if it asks for it.
    @inlinable
    func attach<S: Subscriber>(_ subscriber: S) where S.Input == Output, S.Failure == Failure {
        let subscription = SubjectSubscription(self)
        let target = Target(
            receiveValue: { subscriber.receive($0) }, receiveCompletion: { subscriber.receive(completion: $0) })
        let entry = lock.withLock { _ in enterUnderLock() }
        guard entry != .busy else {
            return attachBeside(subscription, target) { subscriber.receive(subscription: $0) }
        }
        // Earlier values are not for the new subscriber.
        if entry == .nested, !inHand.isEmpty { handleInHand() }
        subscription.hasMissed.store(true, ordering: .relaxed)
        chain.append(subscription, target)
        subscriber.receive(subscription: subscription)
        if entry == .entered, !gate.leave() { handleBacklog() }
    }

    /// Attaches while another thread is inside the gate: delivers the value here, so that it does not come late, and then
    /// leaves the subscriber to that thread.
    @usableFromInline
    func attachBeside(_ subscription: SubjectSubscription, _ target: Target, _ start: (any Subscription) -> Void) {
        let (value, version) = lock.withLock { _ in (latest, latestVersion) }
        start(subscription)
        let hasEnded = lock.withLock { _ in isOver }
        if !hasEnded { target.offer(value, subscription) }
        let hasMissed = subscription.hasMissed.load(ordering: .relaxed)
        pass(.attach(subscription, target, version: hasMissed ? .max : version))
    }
}
