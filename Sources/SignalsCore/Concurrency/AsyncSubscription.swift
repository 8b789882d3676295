/// A loop's hold on its subscription, which is cancelled when the loop lets go of it.
@usableFromInline
final class AsyncSubscription<Input: Sendable, Failure: Error>: Sendable {
    @usableFromInline let subscriber: AsyncSubscriber<Input, Failure>

    @inlinable
    init<P: Publisher>(to publisher: P) where P.Output == Input, P.Failure == Failure {
        subscriber = AsyncSubscriber()
        publisher.subscribe(subscriber)
    }

    @inlinable
    deinit {
        subscriber.cancel()
    }

    /// The next event, awaited. A cancelled task receives the end.
    @inlinable
    func next(isolation: isolated (any Actor)?) async -> AsyncSubscriber<Input, Failure>.Event {
        if Task.isCancelled { subscriber.cancel() }
        if let event = subscriber.poll() { return event }
        return await subscriber.wait(isolation: isolation)
    }
}
