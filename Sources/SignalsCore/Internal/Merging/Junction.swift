/// Several upstreams whose values are combined into those of one downstream: what `zip` and `combineLatest` share.
///
/// Each upstream puts its values into `Values`, and a rule says what can be taken out, and when nothing more can come.
/// Values enter and leave under one lock, which fixes their order; the outlet delivers after it.
@usableFromInline
package final class Junction<Values: Sendable, Output: Sendable, Failure: Error>: Sendable {
    /// What can be taken out after a value was put in.
    @usableFromInline package typealias Next = @Sendable (inout Values) -> Output?

    /// Whether nothing more can come, though the given upstreams alone have finished.
    @usableFromInline package typealias IsOver = @Sendable (Values, JunctionSides) -> Bool

    @usableFromInline
    struct State: Sendable {
        @usableFromInline var values: Values
        @usableFromInline var finished = JunctionSides()
        @usableFromInline var hasEnded = false

        @inlinable
        init(values: Values) {
            self.values = values
        }
    }

    @usableFromInline let state: Locked<State>
    @usableFromInline let outlet: Outlet<Output, Failure>
    @usableFromInline let links: [UpstreamLink]
    @usableFromInline let empty: Values
    @usableFromInline let next: Next
    @usableFromInline let isOver: IsOver

    @inlinable @inline(never)
    package init(
        _ name: StaticString, to subscriber: AnySubscriber<Output, Failure>, count: Int,
        surplus: Outlet<Output, Failure>.Surplus, empty: Values, next: @escaping Next, isOver: @escaping IsOver
    ) {
        state = Locked(State(values: empty))
        outlet = Outlet(to: subscriber, surplus: surplus, name: name)
        links = (0..<count).map { _ in UpstreamLink(name) }
        self.empty = empty
        self.next = next
        self.isOver = isOver
    }

    /// The subscriber for one upstream. `put` puts a value in, and returns the one that it replaces.
    @inlinable
    package func side<Input: Sendable>(
        _ index: Int, put: @escaping @Sendable (inout Values, Input) -> Input?
    ) -> JunctionSide<Input, Values, Output, Failure> {
        JunctionSide(junction: self, link: links[index], index: index, put: put)
    }

    /// Hands downstream its subscription, when all upstreams have been subscribed to. Demand goes to each of them.
    @inlinable
    package func start() {
        outlet.start(
            onRequest: { [links] demand in for link in links { link.request(demand) } },
            onCancel: { self.cancel() })
    }

    @inlinable
    func receive<Input: Sendable>(_ input: Input, _ put: (inout Values, Input) -> Input?) {
        let (_, delivery, leftovers) = state.withLock { state -> (Input?, Outlet<Output, Failure>.Delivery?, Values?) in
            guard !state.hasEnded else { return (nil, nil, nil) }
            let replaced = put(&state.values, input)
            let delivery = next(&state.values).flatMap { outlet.takeToDeliver($0) }
            return (replaced, delivery, endIfOver(&state))
        }
        if leftovers != nil { cancelLinks() }
        if let delivery {
            outlet.deliver(delivery)
        } else if leftovers != nil {
            outlet.deliver()
        }
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>, from index: Int) {
        let leftovers = state.withLock { state -> Values? in
            switch completion {
            case .finished:
                state.finished.insert(index)
                return endIfOver(&state)
            case .failure:
                return end(&state, with: completion)
            }
        }
        guard leftovers != nil else { return }
        cancelLinks()
        outlet.deliver()
    }

    @inlinable
    func endIfOver(_ state: inout State) -> Values? {
        guard !state.finished.isEmpty, isOver(state.values, state.finished) else { return nil }
        return end(&state, with: .finished)
    }

    /// What is to be released after the lock. Nil if it had ended before.
    @inlinable
    func end(_ state: inout State, with completion: Subscribers.Completion<Failure>?) -> Values? {
        guard !state.hasEnded else { return nil }
        state.hasEnded = true
        if let completion { outlet.take(completion) }
        defer { state.values = empty }
        return state.values
    }

    @inlinable
    func cancel() {
        let leftovers = state.withLock { end(&$0, with: nil) }
        cancelLinks()
        withExtendedLifetime(leftovers) {}
    }

    @inlinable
    func cancelLinks() {
        for link in links { link.cancel() }
    }
}
