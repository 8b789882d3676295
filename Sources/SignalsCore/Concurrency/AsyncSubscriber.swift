/// The subscriber of `values`: asks for one value for each event that a loop awaits.
///
/// A value that arrives while it is asked for is returned as it is: only a loop that must wait is suspended.
@usableFromInline
final class AsyncSubscriber<Input: Sendable, Failure: Error>: Subscriber, Cancellable {
    @usableFromInline let state = Locked(AsyncSubscriberState<Input, Failure>())

    @inlinable @inline(never)
    init() {}

    @inlinable
    func receive(subscription: any Subscription) {
        guard let demand = state.withLock({ $0.attach(subscription) }) else { return subscription.cancel() }
        if demand > .none { subscription.request(demand) }
    }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
        if !state.withLock({ $0.keep(input) }) { resumeWaiter(with: input) }
        return .none
    }

    // Out of line, with the metadata that it needs.
    @inlinable @inline(never)
    func resumeWaiter(with input: Input) {
        state.withLock { $0.receive(input) }?.resume(returning: .value(input))
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        guard let remains = state.withLock({ $0.end(with: completion) }) else { return }
        resume(remains.waiters, with: completion)
    }

    @inlinable
    func cancel() {
        let remains = state.withLock { $0.cancel() }
        remains.upstream?.cancel()
        resume(remains.waiters, with: .finished)
    }

    /// Returns the next value if it has arrived, or arrives while it is asked for. Otherwise it is waited for, or the end.
    @inlinable
    func poll() -> Input? {
        state.withLock { $0.ask() }?.request(.max(1))
        return state.withLock { $0.values.popFirst() }
    }

    /// Returns the next event, awaited if it has not come. A task that is cancelled receives the end.
    @inlinable
    func next(isolation: isolated (any Actor)?) async -> Message<Input, Failure> {
        if let event = state.withLock({ $0.take() }) { return event }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                switch state.withLock({ $0.wait(waiter) }) {
                case .resume(let event): waiter.resume(returning: event)
                case .request(let upstream): upstream.request(.max(1))
                case .nothing: break
                }
            }
        } onCancel: {
            cancel()
        }
    }

    @inlinable
    func resume(
        _ waiters: Queue<AsyncSubscriberState<Input, Failure>.Waiter>, with completion: Subscribers.Completion<Failure>
    ) {
        var completion = completion
        waiters.forEach { waiter in
            waiter.resume(returning: .completion(completion))
            completion = .finished
        }
    }
}
