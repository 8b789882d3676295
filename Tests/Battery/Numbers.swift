import Signals

/// A publisher of ascending numbers that keeps to the demand, and counts what it was asked for.
package final class Numbers<Failure: Error>: Publisher {
    package typealias Output = Int

    private let range: ClosedRange<Int>
    private let log = Locked<[Subscribers.Demand]>([])
    private let completion: Subscribers.Completion<Failure>?

    /// - Parameter completion: how it ends, nil for not at all.
    package init(_ range: ClosedRange<Int>, then completion: Subscribers.Completion<Failure>? = .finished) {
        self.range = range
        self.completion = completion
    }

    /// The demands of upstream, in order.
    package var requests: [Subscribers.Demand] { log.withLock { $0 } }

    package func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Failure {
        let subscription = NumbersSubscription(range, completion, AnySubscriber(subscriber)) { [log] demand in
            log.withLock { $0.append(demand) }
        }
        subscriber.receive(subscription: subscription)
    }
}

private final class NumbersSubscription<Failure: Error>: Subscription {
    private struct State: Sendable {
        var rest: [Int]
        var demand = Subscribers.Demand.none
        var isDelivering = false
        var subscriber: AnySubscriber<Int, Failure>?
    }

    private enum Effect: Sendable {
        case value(Int, AnySubscriber<Int, Failure>)
        case completion(AnySubscriber<Int, Failure>)
        case nothing
    }

    private let state: Locked<State>
    private let completion: Subscribers.Completion<Failure>?
    private let onRequest: @Sendable (Subscribers.Demand) -> Void

    init(
        _ range: ClosedRange<Int>, _ completion: Subscribers.Completion<Failure>?,
        _ subscriber: AnySubscriber<Int, Failure>, onRequest: @escaping @Sendable (Subscribers.Demand) -> Void
    ) {
        state = Locked(State(rest: range.reversed(), subscriber: subscriber))
        self.completion = completion
        self.onRequest = onRequest
    }

    func request(_ demand: Subscribers.Demand) {
        onRequest(demand)
        let isFirst = state.withLock { state in
            state.demand += demand
            defer { state.isDelivering = true }
            return !state.isDelivering
        }
        if isFirst { deliver() }
    }

    func cancel() {
        _ = state.withLock { $0.subscriber.take() }
    }

    private func deliver() {
        while true {
            switch state.withLock({ next(&$0) }) {
            case .value(let value, let subscriber):
                let more = subscriber.receive(value)
                if more > .none {
                    onRequest(more)
                    state.withLock { $0.demand += more }
                }
            case .completion(let subscriber):
                if let completion { subscriber.receive(completion: completion) }
            case .nothing:
                return
            }
        }
    }

    private func next(_ state: inout State) -> Effect {
        if let subscriber = state.subscriber {
            if state.rest.isEmpty {
                state.subscriber = nil
                return .completion(subscriber)
            }
            if state.demand > .none {
                state.demand -= 1
                return .value(state.rest.removeLast(), subscriber)
            }
        }
        state.isDelivering = false
        return .nothing
    }
}
