import Foundation
import Signals
import SignalsStore

/// Asks for one value at a time.
// SAFETY: the condition guards all that changes.
final class AskingSubscriber<Input: Sendable>: Subscriber, @unchecked Sendable {
    typealias Failure = FetchError
    private let condition = NSCondition()
    private var received: [Input] = []
    private var subscription: (any Subscription)?

    var values: [Input] { condition.withLock { received } }

    func receive(subscription: any Subscription) { condition.withLock { self.subscription = subscription } }

    func receive(_ input: Input) -> Subscribers.Demand {
        condition.withLock {
            received.append(input)
            condition.broadcast()
        }
        return .none
    }

    func receive(completion: Subscribers.Completion<FetchError>) {}

    func ask() -> Input {
        let (subscription, count) = condition.withLock { (self.subscription, received.count) }
        subscription?.request(.max(1))
        return condition.withLock {
            while received.count == count { condition.wait() }
            return received[count]
        }
    }
}
