import Combine

/// Counts down by demand.
struct Countdown: Publisher {
    typealias Output = Int
    typealias Failure = Never

    let start: Int

    init(from start: Int) {
        self.start = start
    }

    func receive<S>(subscriber: S) where S: Subscriber, Never == S.Failure, Int == S.Input {
        subscriber.receive(subscription: Inner(downstream: subscriber, start: start))
    }

    private class Inner<S: Subscriber>: Subscription where S.Input == Int, S.Failure == Never {
        private var downstream: S?
        private var next: Int

        init(downstream: S, start: Int) {
            self.downstream = downstream
            next = start
        }

        func request(_ demand: Subscribers.Demand) {
            var demand = demand
            while demand > 0, let downstream = downstream {
                guard next > 0 else {
                    self.downstream = nil
                    downstream.receive(completion: .finished)
                    return
                }
                demand -= 1
                next -= 1
                demand += downstream.receive(next + 1)
            }
        }

        func cancel() {
            downstream = nil
        }
    }
}

/// Asks for so many values at a time.
final class BatchSubscriber<Input, Failure: Error>: Subscriber {
    var received: [Input] = []
    var completion: Subscribers.Completion<Failure>?
    private var subscription: Subscription?
    private let size: Int

    init(size: Int) {
        self.size = size
    }

    func receive(subscription: Subscription) {
        self.subscription = subscription
        subscription.request(.max(size))
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        received.append(input)
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        self.completion = completion
    }

    func more() {
        subscription?.request(.max(size))
    }
}
