/// The subscriber behind `values`: asks for one value for each event that a loop awaits.
final class AsyncSubscriber<Input: Sendable, Failure: Error>: Subscriber, Cancellable {
    typealias Event = AsyncSubscriberState<Input, Failure>.Event
    typealias Waiter = CheckedContinuation<Event, Never>

    private let link = UpstreamLink("AsyncSubscriber")
    private let state = Locked(AsyncSubscriberState<Input, Failure>())

    func receive(subscription: any Subscription) {
        guard link.attach(subscription) else { return }
        let demand = state.withLock { $0.attach() }
        if demand > .none { link.request(demand) }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        state.withLock { $0.receive(input) }?.resume(returning: .value(input))
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        guard link.complete() else { return }
        end(with: completion)
    }

    func cancel() {
        link.cancel()
        end(with: .finished)
    }

    /// Hands the waiter the next event, now or when it comes.
    func next(for waiter: Waiter) {
        switch state.withLock({ $0.next(for: waiter) }) {
        case .resume(let event): waiter.resume(returning: event)
        case .request: link.request(.max(1))
        case .nothing: break
        }
    }

    private func end(with completion: Subscribers.Completion<Failure>) {
        let (event, waiters) = state.withLock { $0.end(with: completion) }
        var next = Optional(event)
        for waiter in waiters {
            waiter.resume(returning: next ?? .completion(.finished))
            next = nil
        }
    }
}
