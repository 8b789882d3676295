import SignalsCore

/// Several upstreams of which the first to send anything is the one that counts: what the forms of `amb` share.
///
/// All are asked for what downstream wants. The first event decides, and the other upstreams are cancelled.
final class Race<Output: Sendable, Failure: Error>: Sendable {
    private let winner = Locked<Int?>(nil)
    private let links: [UpstreamLink]
    private let outlet: Outlet<Output, Failure>

    @inline(never)
    init(to subscriber: AnySubscriber<Output, Failure>, count: Int) {
        links = (0..<count).map { _ in UpstreamLink("Amb") }
        outlet = Outlet(to: subscriber, surplus: .waits, name: "Amb")
    }

    /// Subscribes to one of the upstreams, unless another has won already.
    func enter<P: Publisher>(_ publisher: P, as index: Int) where P.Output == Output, P.Failure == Failure {
        if winner.withLock({ $0 }) == nil {
            publisher.receive(subscriber: RaceSide(race: self, link: links[index], index: index))
        }
    }

    /// Hands downstream its subscription, when all upstreams have been subscribed to. Without any it finishes.
    func start() {
        if links.isEmpty { outlet.take(.finished) }
        outlet.start(
            onRequest: { [links] demand in for link in links { link.request(demand) } },
            onCancel: { [links] in for link in links { link.cancel() } })
    }

    func receive(_ input: Output, from index: Int) {
        guard wins(index) else { return }
        outlet.take(input)
        outlet.deliver()
    }

    func receive(completion: Subscribers.Completion<Failure>, from index: Int) {
        guard wins(index) else { return }
        outlet.take(completion)
        outlet.deliver()
    }

    /// Returns true if this upstream is the one that counts, as it is if it sends first.
    private func wins(_ index: Int) -> Bool {
        let (winner, isDecidedNow) = winner.withLock { winner in
            defer { winner = winner ?? index }
            return (winner ?? index, winner == nil)
        }
        if isDecidedNow {
            for (other, link) in links.enumerated() where other != index { link.cancel() }
        }
        return winner == index
    }
}

/// The subscriber of a ``Race`` for one of its upstreams.
struct RaceSide<Input: Sendable, Failure: Error>: Subscriber {
    let race: Race<Input, Failure>
    let link: UpstreamLink
    let index: Int

    var combineIdentifier: CombineIdentifier { link.combineIdentifier }

    func receive(subscription: any Subscription) {
        _ = link.attachAndRequest(subscription)
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        if link.isAttached { race.receive(input, from: index) }
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        if link.complete() { race.receive(completion: completion, from: index) }
    }
}
