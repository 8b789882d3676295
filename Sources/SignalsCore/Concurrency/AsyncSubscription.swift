/// A loop's reference to its subscription, which is cancelled when the loop releases the reference.
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

    /// Returns the next value, if it need not be waited for.
    @inlinable
    func poll() -> Input? {
        if Task.isCancelled { subscriber.cancel() }
        return subscriber.poll()
    }
}
