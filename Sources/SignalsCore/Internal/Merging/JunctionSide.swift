/// The subscriber of a ``Junction`` for one of its upstreams.
@usableFromInline
package struct JunctionSide<Input: Sendable, Values: Sendable, Output: Sendable, Failure: Error>: Subscriber {
    @usableFromInline let junction: Junction<Values, Output, Failure>
    @usableFromInline let link: UpstreamLink
    @usableFromInline let index: Int
    @usableFromInline let put: @Sendable (inout Values, Input) -> Input?

    @inlinable
    init(
        junction: Junction<Values, Output, Failure>, link: UpstreamLink, index: Int,
        put: @escaping @Sendable (inout Values, Input) -> Input?
    ) {
        self.junction = junction
        self.link = link
        self.index = index
        self.put = put
    }

    @inlinable package var combineIdentifier: CombineIdentifier { link.combineIdentifier }

    @inlinable
    package func receive(subscription: any Subscription) {
        _ = link.attachAndRequest(subscription)
    }

    @inlinable
    package func receive(_ input: Input) -> Subscribers.Demand {
        if link.isAttached { junction.receive(input, put) }
        return .none
    }

    @inlinable
    package func receive(completion: Subscribers.Completion<Failure>) {
        if link.complete() { junction.receive(completion: completion, from: index) }
    }
}

/// Some of the upstreams of a ``Junction``, by number.
@usableFromInline
package struct JunctionSides: Sendable {
    @usableFromInline var members: Set<Int> = []

    @inlinable
    init() {}

    @inlinable package var isEmpty: Bool { members.isEmpty }

    @inlinable package var count: Int { members.count }

    @inlinable
    mutating func insert(_ index: Int) {
        members.insert(index)
    }

    @inlinable
    package func contains(_ index: Int) -> Bool {
        members.contains(index)
    }

    /// Whether the condition holds for one of them.
    @inlinable
    package func contains(where condition: (Int) -> Bool) -> Bool {
        members.contains(where: condition)
    }
}
