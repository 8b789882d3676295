// The hub of a `PassthroughSubject`, which keeps no value.
extension Broadcast {
    /// The hub of a subject that keeps nothing.
    @usableFromInline
    convenience init(_ name: Name) {
        self.init(name, lock: Locked(Elsewhere()), entersUnderLock: false)
    }

    /// Delivers a value, or leaves it to the thread that delivers at the moment.
    @inlinable @inline(__always)
    final func passOn(_ value: Output) {
        switch gate.enter() {
        case .entered:
            deliver(value)
            if !gate.leave() { handleBacklog() }
        case .nested: passOnNested(value)
        default: passOnBeside(value)
        }
    }

    // Out of line, with the metadata that it needs.
    @inlinable @inline(never)
    final func passOnNested(_ value: Output) {
        // A completion that waits for the rest of the value on its way was sent before this value.
        if isOver { return }
        if hasEarlier { handleAfterEarlier(.value(value)) } else { deliver(value) }
    }

    /// Leaves a value for the thread that delivers at the moment, or waits until it can be delivered here.
    @usableFromInline @inline(never)
    final func passOnBeside(_ value: Output) {
        let isOwned = gate.leaveOrWait { step in
            lock.withLock { _ in gate.perform(step, in: &backlog) { $0.leave(.value(value)) } }
        }
        if isOwned, !gate.leave() { handleBacklog() }
    }

    /// Attaches a subscriber, which receives what is sent from now on.
    ///
    /// - Parameter demand: the demand that it has without having asked.
    @inlinable
    final func admit<S: Subscriber>(
        _ subscriber: S, demand: Subscribers.Demand = .none
    ) where S.Input == Output, S.Failure == Failure {
        let subscription = SubjectSubscription(self)
        let target = Target(
            receiveValue: { subscriber.receive($0) }, receiveCompletion: { subscriber.receive(completion: $0) })
        if demand > .none { subscription.demand.add(demand) }
        let entry = gate.enter()
        guard entry == .entered || entry == .nested else {
            subscriber.receive(subscription: subscription)
            return pass(.attach(subscription, target, version: 0))
        }
        // Earlier values are not for the new subscriber.
        if entry == .nested, hasEarlier { handleAfterEarlier(nil) }
        if !isOver { chain.append(subscription, target) }
        subscriber.receive(subscription: subscription)
        if let completion { complete(subscription, target, completion) }
        if entry == .entered, !gate.leave() { handleBacklog() }
    }
}
