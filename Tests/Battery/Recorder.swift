import Signals

/// A subscriber that writes down all it receives, asks for what it is told to ask for, and keeps its subscription, as
/// subscribers of users do.
package final class Recorder<Input: Sendable, Failure: Error>: Subscriber {
    package enum Event: Sendable {
        case subscription
        case value(Input)
        case completion(Subscribers.Completion<Failure>)
    }

    struct State: Sendable {
        var events: [Event] = []
        var subscription: (any Subscription)?
        var isInside = false
        var overlaps = 0
        var onValue: (@Sendable (Recorder, Input) -> Void)?
    }

    private let state = Locked(State())
    private let initialDemand: Subscribers.Demand
    private let demandPerValue: Subscribers.Demand

    package init(
        _ initialDemand: Subscribers.Demand = .unlimited, then demandPerValue: Subscribers.Demand = .none,
        onValue: (@Sendable (Recorder, Input) -> Void)? = nil
    ) {
        self.initialDemand = initialDemand
        self.demandPerValue = demandPerValue
        state.withLock { $0.onValue = onValue }
    }

    package func receive(subscription: any Subscription) {
        state.withLock {
            $0.events.append(.subscription)
            $0.subscription = subscription
        }
        if initialDemand > .none { subscription.request(initialDemand) }
    }

    package func receive(_ input: Input) -> Subscribers.Demand {
        let onValue = enter(.value(input))
        onValue?(self, input)
        state.withLock { $0.isInside = false }
        return demandPerValue
    }

    package func receive(completion: Subscribers.Completion<Failure>) {
        _ = enter(.completion(completion))
        state.withLock { $0.isInside = false }
    }

    private func enter(_ event: Event) -> (@Sendable (Recorder, Input) -> Void)? {
        state.withLock { state in
            if state.isInside { state.overlaps += 1 }
            state.isInside = true
            state.events.append(event)
            return state.onValue
        }
    }

    package func request(_ demand: Subscribers.Demand) {
        state.withLock { $0.subscription }?.request(demand)
    }

    package func cancel() {
        state.withLock { $0.subscription }?.cancel()
    }

    package var events: [Event] { state.withLock { $0.events } }

    /// The number of events that came while another was still being received.
    package var overlaps: Int { state.withLock { $0.overlaps } }

    package var subscriptionCount: Int {
        events.count { if case .subscription = $0 { true } else { false } }
    }

    package var values: [Input] {
        events.compactMap { if case .value(let value) = $0 { value } else { nil } }
    }

    package var completions: [Subscribers.Completion<Failure>] {
        events.compactMap { if case .completion(let completion) = $0 { completion } else { nil } }
    }

    /// True if something came after the completion.
    package var hasEventsAfterCompletion: Bool {
        guard let end = events.firstIndex(where: { if case .completion = $0 { true } else { false } }) else {
            return false
        }
        return end != events.count - 1
    }
}
