/// The subscriber of a ``Junction`` for one of its upstreams.
@usableFromInline
struct JunctionSide<Input: Sendable, Values: Sendable, Output: Sendable, Failure: Error>: Subscriber {
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

    @inlinable var combineIdentifier: CombineIdentifier { link.combineIdentifier }

    @inlinable
    func receive(subscription: any Subscription) {
        _ = link.attachAndRequest(subscription)
    }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
        if link.isAttached { junction.receive(input, put) }
        return .none
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        if link.complete() { junction.receive(completion: completion, from: index) }
    }
}

/// Some of the upstreams of a ``Junction``, by number.
@usableFromInline
struct JunctionSides: Sendable {
    @usableFromInline var bits: UInt8 = 0

    @inlinable
    init() {}

    @inlinable var isEmpty: Bool { bits == 0 }

    @inlinable var count: Int { bits.nonzeroBitCount }

    @inlinable
    mutating func insert(_ index: Int) {
        bits |= 1 << UInt8(index)
    }

    @inlinable
    func contains(_ index: Int) -> Bool {
        bits & (1 << UInt8(index)) != 0
    }
}
