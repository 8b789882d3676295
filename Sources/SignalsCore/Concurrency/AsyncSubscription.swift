/// A loop's hold on its subscription, which is cancelled when the loop lets go of it.
final class AsyncSubscription<Input: Sendable, Failure: Error>: Sendable {
    private let subscriber: AsyncSubscriber<Input, Failure>

    init(_ subscriber: AsyncSubscriber<Input, Failure>) {
        self.subscriber = subscriber
    }

    deinit {
        subscriber.cancel()
    }

    /// The next event, awaited. A cancelled task receives the end.
    func next() async -> AsyncSubscriber<Input, Failure>.Event {
        await withTaskCancellationHandler {
            await withCheckedContinuation { subscriber.next(for: $0) }
        } onCancel: {
            subscriber.cancel()
        }
    }
}
