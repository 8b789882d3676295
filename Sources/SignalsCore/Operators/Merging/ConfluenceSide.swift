/// The subscriber of a ``Confluence`` for one of its upstreams.
@usableFromInline
struct ConfluenceSide<Downstream: Subscriber>: Subscriber {
    @usableFromInline typealias Input = Downstream.Input
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let confluence: Confluence<Downstream>
    @usableFromInline let link: UpstreamLink
    @usableFromInline let ticket: ConfluenceWork<Input, Failure>.Ticket
    @usableFromInline let isReplaced: Bool

    @inlinable
    init(
        confluence: Confluence<Downstream>, link: UpstreamLink, ticket: ConfluenceWork<Input, Failure>.Ticket,
        isReplaced: Bool
    ) {
        self.confluence = confluence
        self.link = link
        self.ticket = ticket
        self.isReplaced = isReplaced
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
            if isReplaced { confluence.outflow.link.requestUpstream(.max(1)) }
        case .failure(let error):
            confluence.fail(error)
        }
    }
}
