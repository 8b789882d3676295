import Dispatch
import SignalsCore

/// A subscriber that delivers results to the main actor one at a time: it asks for the next when one is done, so that
/// none waits there.
final class NewestOnMain: Subscriber, Cancellable {
    private let subscription = Locked<(any Subscription)?>(nil)
    private let isCancelled = Locked(false)
    private let take: @MainActor @Sendable (LiveResult) -> Void
    private let end: @MainActor @Sendable (Subscribers.Completion<FetchError>) -> Void

    init(
        _ take: @escaping @MainActor @Sendable (LiveResult) -> Void,
        whenDone end: @escaping @MainActor @Sendable (Subscribers.Completion<FetchError>) -> Void
    ) {
        self.take = take
        self.end = end
    }

    func receive(subscription: any Subscription) {
        self.subscription.withLock { $0 = subscription }
        subscription.request(.max(1))
    }

    func receive(_ input: LiveResult) -> Subscribers.Demand {
        onMain {
            self.take(input)
            self.subscription.withLock { $0 }?.request(.max(1))
        }
        return .none
    }

    func receive(completion: Subscribers.Completion<FetchError>) { onMain { self.end(completion) } }

    func cancel() {
        isCancelled.withLock { $0 = true }
        subscription.withLock { $0.take() }?.cancel()
    }

    private func onMain(_ body: @escaping @MainActor @Sendable () -> Void) {
        DispatchQueue.main.async {
            // SAFETY: the main queue is the main actor's executor.
            MainActor.assumeIsolated { if !self.isCancelled.withLock({ $0 }) { body() } }
        }
    }
}
