/// The subscriber of a ``Junction`` for one of its upstreams. An object, since a subject has two closures of a subscriber.
@usableFromInline
package final class JunctionSide<Input: Sendable, Rule: JunctionRule, Downstream: Subscriber>: Subscriber
where Rule.Output == Downstream.Input {
    @usableFromInline package typealias Failure = Downstream.Failure

    @usableFromInline let junction: Junction<Rule, Downstream>
    @usableFromInline let index: Int
    @usableFromInline let put: @Sendable (inout Rule.Values, Input) -> Input?

    @inlinable @inline(never)
    init(
        junction: Junction<Rule, Downstream>, index: Int,
        put: @escaping @Sendable (inout Rule.Values, Input) -> Input?
    ) {
        self.junction = junction
        self.index = index
        self.put = put
    }

    @inlinable
    package func receive(subscription: any Subscription) {
        junction.receive(subscription, from: index)
    }

    @inlinable
    package func receive(_ input: Input) -> Subscribers.Demand {
        junction.receive(input, from: index, put)
        return .none
    }

    @inlinable
    package func receive(completion: Subscribers.Completion<Failure>) {
        junction.receive(completion: completion, from: index)
    }
}
