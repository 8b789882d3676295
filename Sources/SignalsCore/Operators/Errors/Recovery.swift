/// The subscriber of an operator that goes on with another publisher after a failure.
@usableFromInline
struct Recovery<Failure: Error, Next: Publisher, Downstream: Subscriber>: Subscriber
where Next.Output == Downstream.Input {
    @usableFromInline typealias Input = Downstream.Input

    @usableFromInline let link: UpstreamLink
    @usableFromInline let name: StaticString
    @usableFromInline let downstream: Downstream
    @usableFromInline let recover: @Sendable (Failure) -> Result<Next, Downstream.Failure>
    @usableFromInline let fail: @Sendable (Next.Failure) -> Downstream.Failure

    @inlinable
    init(
        _ name: StaticString, to downstream: Downstream,
        recover: @escaping @Sendable (Failure) -> Result<Next, Downstream.Failure>,
        fail: @escaping @Sendable (Next.Failure) -> Downstream.Failure
    ) {
        link = UpstreamLink(name)
        self.name = name
        self.downstream = downstream
        self.recover = recover
        self.fail = fail
    }

    @inlinable var combineIdentifier: CombineIdentifier { link.combineIdentifier }

    @inlinable
    func receive(subscription: any Subscription) {
        if link.attach(subscription) { downstream.receive(subscription: link) }
    }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
        guard link.isAttached, link.outstanding.takeOne() else { return .none }
        return link.add(downstream.receive(input), whileAttached: link.isAttached)
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        guard link.complete() else { return }
        switch completion {
        case .finished: downstream.receive(completion: .finished)
        case .failure(let error): subscribeToSuccessor(of: error)
        }
    }

    @inlinable
    func subscribeToSuccessor(of error: Failure) {
        let next = recover(error)
        guard !link.isCancelled else { return }
        switch next {
        case .success(let next): next.subscribe(Successor(self))
        case .failure(let error): downstream.receive(completion: .failure(error))
        }
    }

    /// The subscriber of the publisher that follows the failure.
    @usableFromInline
    struct Successor: Subscriber {
        @usableFromInline typealias Failure = Next.Failure

        @usableFromInline let link: UpstreamLink
        @usableFromInline let recovery: Recovery

        @inlinable
        init(_ recovery: Recovery) {
            link = UpstreamLink(recovery.name)
            self.recovery = recovery
        }

        @inlinable var combineIdentifier: CombineIdentifier { link.combineIdentifier }

        @inlinable
        func receive(subscription: any Subscription) {
            if link.attach(subscription) { recovery.link.reattach(link) }
        }

        @inlinable
        func receive(_ input: Input) -> Subscribers.Demand {
            link.isAttached ? recovery.downstream.receive(input) : .none
        }

        @inlinable
        func receive(completion: Subscribers.Completion<Failure>) {
            if link.complete() { recovery.downstream.receive(completion: completion.mapError(recovery.fail)) }
        }
    }
}
