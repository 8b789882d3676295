/// Several upstreams whose values are combined into those of one downstream: what `zip` and `combineLatest` share.
///
/// Each upstream puts its values into `Values`, and a rule says what can be taken out, and when nothing more can come.
/// Values enter and leave under one lock, which fixes their order, and are delivered after it.
@usableFromInline
package struct Junction<Values: Sendable, Downstream: Subscriber>: Sendable {
    @usableFromInline package typealias Output = Downstream.Input
    @usableFromInline package typealias Failure = Downstream.Failure
    @usableFromInline package typealias Work = JunctionWork<Values, Output, Failure>

    @usableFromInline let outflow: Outflow<Work, Downstream>

    /// - Parameters:
    ///   - name: what `print()` and a debugger show, the operator's.
    ///   - downstream: who receives.
    ///   - count: the number of upstreams.
    ///   - surplus: what is done with a value that nobody has asked for yet.
    ///   - empty: the values before there is any.
    ///   - next: takes out what can be taken out after a value was put in.
    ///   - isOver: whether nothing more can come, though the given upstreams alone have finished.
    @inlinable
    package init(
        _ name: StaticString, to downstream: Downstream, count: Int, surplus: JunctionSurplus, empty: Values,
        next: @escaping Work.Next, isOver: @escaping Work.IsOver
    ) {
        outflow = Outflow(
            name, Work(count: count, surplus: surplus, values: empty, next: next, isOver: isOver), to: downstream)
    }

    /// The subscriber for one upstream. `put` puts a value in, and returns the one that it replaces.
    @inlinable
    package func side<Input: Sendable>(
        _ index: Int, put: @escaping @Sendable (inout Values, Input) -> Input?
    ) -> JunctionSide<Input, Values, Downstream> {
        JunctionSide(junction: self, index: index, put: put)
    }

    /// Hands downstream its subscription, when all upstreams have been subscribed to. Demand goes to each of them.
    @inlinable
    package func start() {
        outflow.start()
    }

    @inlinable
    func receive(_ subscription: any Subscription, from index: Int) {
        guard let demand = outflow.withLock({ $0.attach(subscription, to: index) }) else {
            return subscription.cancel()
        }
        if demand > .none { subscription.request(demand) }
    }

    @inlinable @inline(__always)
    func receive<Input: Sendable>(_ input: Input, from index: Int, _ put: (inout Values, Input) -> Input?) {
        let effect = outflow.withLock { $0.receive(input, from: index, put) }
        if let outer = effect.outer, let output = effect.output {
            outflow.deliver(output, outer: outer)
        } else if effect.ended != nil {
            outflow.deliver()
        }
        effect.ended?.cancel()
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>, from index: Int) {
        let (released, ended) = outflow.withLock { $0.receive(completion, from: index) }
        if let ended {
            outflow.deliver()
            ended.cancel()
        }
        withExtendedLifetime(released) {}
    }
}
