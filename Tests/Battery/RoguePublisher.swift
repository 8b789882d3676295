import Signals

/// An upstream under the test's control that keeps to none of the rules: it sends what was not asked for, before the
/// subscription and after the end, and never lets go of its subscribers by itself.
package final class RoguePublisher<Output: Sendable, Failure: Error>: Publisher {
    package final class Connection: Subscription {
        private struct Log: Sendable {
            var requests: [Subscribers.Demand] = []
            var cancels = 0
        }

        private let log = Locked(Log())

        package init() {}

        package func request(_ demand: Subscribers.Demand) {
            log.withLock { $0.requests.append(demand) }
        }

        package func cancel() {
            log.withLock { $0.cancels += 1 }
        }

        package var requests: [Subscribers.Demand] { log.withLock { $0.requests } }

        package var cancels: Int { log.withLock { $0.cancels } }
    }

    private let subscriber = Locked<AnySubscriber<Output, Failure>?>(nil)

    package init() {}

    package func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        self.subscriber.withLock { $0 = AnySubscriber(subscriber) }
    }

    /// Hands the subscriber a subscription.
    @discardableResult
    package func connect() -> Connection {
        let connection = Connection()
        subscriber.withLock { $0 }?.receive(subscription: connection)
        return connection
    }

    @discardableResult
    package func send(_ value: Output) -> Subscribers.Demand {
        subscriber.withLock { $0 }?.receive(value) ?? .none
    }

    package func send(completion: Subscribers.Completion<Failure>) {
        subscriber.withLock { $0 }?.receive(completion: completion)
    }

    /// Lets go of the subscriber.
    package func release() {
        _ = subscriber.withLock { $0.take() }
    }
}
