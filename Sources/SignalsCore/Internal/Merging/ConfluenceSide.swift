/// The subscriber of a ``Confluence`` for one of its upstreams.
@usableFromInline
struct ConfluenceSide<Input: Sendable, Failure: Error>: Subscriber {
    @usableFromInline let confluence: Confluence<Input, Failure>
    @usableFromInline let link: UpstreamLink
    @usableFromInline let ticket: ConfluenceState<Input>.Ticket
    @usableFromInline let onFinish: (@Sendable () -> Void)?

    @inlinable
    init(
        confluence: Confluence<Input, Failure>, link: UpstreamLink, ticket: ConfluenceState<Input>.Ticket,
        onFinish: (@Sendable () -> Void)?
    ) {
        self.confluence = confluence
        self.link = link
        self.ticket = ticket
        self.onFinish = onFinish
    }

    @inlinable var combineIdentifier: CombineIdentifier { link.combineIdentifier }

    @inlinable
    func receive(subscription: any Subscription) {
        _ = link.attachAndRequest(subscription)
    }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
        link.isAttached ? confluence.receive(input, from: link) : .none
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        guard link.complete() else { return }
        switch completion {
        case .finished:
            confluence.finish(ticket)
            onFinish?()
        case .failure(let error):
            confluence.fail(error)
        }
    }
}
