/// The way out of an operator to one subscriber that may have to wait for values, or values for it, with the operator's
/// state under the same lock: what it keeps enters and leaves in one step with what is delivered, and ends with it, so
/// that no value is left to be dropped under a lock.
///
/// Downstream's subscription is the ``link``, which refers to this until the end. All that delivers is specialised for the
/// operator and the subscriber also when it is entered through `any Subscription`, since the link holds a closure that
/// was formed where both were known.
@usableFromInline
package struct Outflow<Work: OutflowWork, Downstream: Subscriber>: Sendable
where Downstream.Input == Work.Output, Downstream.Failure == Work.Failure {
    @usableFromInline
    struct Ends: Sendable {
        @usableFromInline let downstream: Downstream
        @usableFromInline let link: Work.Link

        @inlinable
        init(downstream: Downstream, link: Work.Link) {
            self.downstream = downstream
            self.link = link
        }
    }

    @usableFromInline let state: GuardedObject<OutflowState<Work>, Ends>

    @inlinable @inline(__always)
    var downstream: Downstream { state.constants.downstream }

    /// The subscription of downstream, and if the operator has one upstream, or one of which the others come, that to it.
    @inlinable @inline(__always)
    var link: Work.Link { state.constants.link }

    /// An outflow that takes in at once, and delivers from `start` on.
    ///
    /// - Parameters:
    ///   - name: the name that `print()` and a debugger show, the operator's.
    ///   - work: the operator's own state.
    ///   - downstream: the subscriber.
    @inlinable @inline(never)
    package init(_ name: StaticString, _ work: Work, to downstream: Downstream) {
        state = GuardedObject(OutflowState(work), Ends(downstream: downstream, link: Work.Link(name)))
    }

    /// Takes the subscription of the one upstream, and starts. False, and the subscription is cancelled, if there was one.
    @inlinable
    package func start(_ subscription: any Subscription) -> Bool {
        guard link.attach(subscription) else { return false }
        start()
        return true
    }

    /// Hands downstream its subscription, then the events that wait.
    @inlinable
    package func start() {
        guard state.withLock({ $0.delivery.start(on: .current) }) else { return }
        link.open { call in
            switch call {
            case .request(let demand): self.request(demand)
            case .cancel: self.cancel()
            }
            return nil
        }
        downstream.receive(subscription: link)
        state.withLock { $0.delivery.phase = .idle }
        deliver()
    }

    /// Delivers a value that was taken in for it, and what may be delivered after it.
    @inlinable
    package func deliver(_ value: Work.Output, outer: DeliveryPhase) {
        // Another thread may be about to end the state, when a cancel on this one has returned already.
        if link.isCancelled { return }
        let more = downstream.receive(value)
        if more != .none { add(more) }
        deliver(outer: outer)
    }

    /// Delivers what may be delivered, unless a delivery is under way on another thread: then that goes on with it.
    @inlinable
    package func deliver() {
        guard let outer = state.withLock({ $0.delivery.enter(.current, for: .supply) }) else { return }
        deliver(outer: outer)
    }

    /// Takes in the completion, to be delivered after the values that wait.
    @inlinable
    package func finish(with completion: Subscribers.Completion<Work.Failure>) {
        state.withLock { $0.delivery.take(completion) }
        deliver()
    }

    @inlinable
    func deliver(outer: DeliveryPhase) {
        if state.withLock({ $0.delivery.mayContinue(outer: outer) }) { deliverWaiting(outer: outer) }
    }

    @inlinable @inline(never)
    func deliverWaiting(outer: DeliveryPhase) {
        while true {
            switch state.withLock({ $0.delivery.next(outer: outer) }) {
            case .value(let value):
                if link.isCancelled { return }
                let more = downstream.receive(value)
                if more != .none { add(more) }
            case .completion(let completion):
                let before = state.withLock { $0.work.end() }
                before.cancelUpstreams()
                if link.complete() { downstream.receive(completion: completion) }
                withExtendedLifetime(before) {}
            case .nothing:
                return
            }
        }
    }

    /// Adds the demand that downstream returned for a value. The delivery under way goes on with it.
    @inlinable
    func add(_ demand: Subscribers.Demand) {
        state.withLock { $0.request(demand) }.perform(through: link)
    }

    /// Takes what downstream asks for, and delivers what waits for that.
    @inlinable
    func request(_ demand: Subscribers.Demand) {
        let (upstream, outer) = state.withLock { state in
            (state.request(demand), state.delivery.enter(.current, for: .demand))
        }
        if let outer { deliver(outer: outer) }
        upstream.perform(through: link)
    }

    /// Ends because downstream has cancelled. The link cancels its upstream after this.
    @inlinable
    func cancel() {
        let before = state.withLock { $0.cancel() }
        before.work.cancelUpstreams()
        withExtendedLifetime(before) {}
    }
}
