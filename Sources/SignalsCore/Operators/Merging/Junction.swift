/// Several upstreams whose values are combined into those of one downstream: what `zip` and `combineLatest` share.
///
/// Each upstream puts its values into `Values`, and a rule says what can be taken out, and when nothing more can come.
/// Values enter and leave under one lock, which fixes their order, and are delivered after it.
@usableFromInline
package struct Junction<Rule: JunctionRule, Downstream: Subscriber>: Sendable
where Rule.Output == Downstream.Input {
    @usableFromInline package typealias Failure = Downstream.Failure
    @usableFromInline package typealias Work = JunctionWork<Rule, Failure>

    @usableFromInline let outflow: Outflow<Work, Downstream>

    /// - Parameters:
    ///   - name: the name that `print()` and a debugger show, the operator's.
    ///   - rule: the way the values are combined.
    ///   - downstream: the subscriber.
    ///   - count: the number of upstreams.
    ///   - values: those before there is any.
    @inlinable
    package init(_ name: StaticString, _ rule: Rule.Type, to downstream: Downstream, count: Int, values: Rule.Values) {
        outflow = Outflow(name, Work(count: count, values: values), to: downstream)
    }

    /// Returns the subscriber for one upstream. `put` puts a value in, and returns the one that it replaces.
    @inlinable
    package func side<Input: Sendable>(
        _ index: Int, put: @escaping @Sendable (inout Rule.Values, Input) -> Input?
    ) -> JunctionSide<Input, Rule, Downstream> {
        JunctionSide(junction: self, index: index, put: put)
    }

    /// Hands downstream its subscription, when all upstreams have been subscribed to. Demand goes to each of them.
    @inlinable
    package func start() {
        outflow.start()
    }

    @inlinable
    func receive(_ subscription: any Subscription, from index: Int) {
        guard let demand = outflow.state.withLock({ $0.attach(subscription, to: index) }) else {
            return subscription.cancel()
        }
        if demand > .none { subscription.request(demand) }
    }

    @inlinable @inline(__always)
    func receive<Input: Sendable>(_ input: Input, from index: Int, _ put: (inout Rule.Values, Input) -> Input?) {
        let effect = outflow.state.withLock { $0.receive(input, from: index, put) }
        if let outer = effect.outer, let output = effect.output {
            outflow.deliver(output, outer: outer)
        } else if effect.isOver {
            outflow.deliver()
        }
        // Not before: who cancels in the last value cancels them.
        if effect.isOver { outflow.state.withLock { $0.work.upstreams.takeAll() }.cancel() }
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>, from index: Int) {
        let end = outflow.state.withLock { $0.receive(completion, from: index) }
        if let ended = end.ended {
            ended.cancel()
            outflow.deliver()
        }
        withExtendedLifetime(end) {}
    }
}
