import Foundation
import Signals

/// A subscriber that checks the rules of `Publisher`: a subscription first, events one at a time, no more than was asked
/// for, one completion, nothing after it.
final class Witness<Input: Sendable, Failure: Error>: Subscriber, Cancellable {
    struct State: Sendable {
        var subscription: (any Subscription)?
        var values: [Input] = []
        var isInside: UInt?
        var asked: Int?
        var isCompleted = false
        var isCancelled = false
        var broken: [String] = []
    }

    private let state: Locked<State>
    private let again: Int
    private let finished = DispatchSemaphore(value: 0)

    /// - Parameters:
    ///   - demand: what it asks for at first, or nil for everything.
    ///   - again: what it asks for with each value.
    init(demand: Int? = nil, again: Int = 0) {
        state = Locked(State(asked: demand))
        self.again = again
    }

    var values: [Input] { state.withLock { $0.values } }
    var broken: [String] { state.withLock { $0.broken } }

    func receive(subscription: any Subscription) {
        let demand = state.withLock { state -> Int? in
            if state.subscription != nil { state.broken.append("a second subscription") }
            state.subscription = subscription
            return state.asked
        }
        subscription.request(demand.map { .max($0) } ?? .unlimited)
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        let me = Self.thread
        let outer = state.withLock { state -> UInt? in
            if state.subscription == nil { state.broken.append("a value before the subscription") }
            if state.isCompleted { state.broken.append("a value after the completion") }
            if let inside = state.isInside, inside != me { state.broken.append("two events at once") }
            if let asked = state.asked, state.values.count >= asked { state.broken.append("more than was asked for") }
            state.values.append(input)
            state.asked? += again
            defer { state.isInside = me }
            return state.isInside
        }
        state.withLock { $0.isInside = outer }
        return .max(again)
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        state.withLock { state in
            if state.isCompleted { state.broken.append("a second completion") }
            if let inside = state.isInside, inside != Self.thread { state.broken.append("a completion during a value") }
            state.isCompleted = true
        }
        finished.signal()
    }

    func request(_ more: Int) {
        state.withLock { state -> (any Subscription)? in
            state.asked? += more
            return state.subscription
        }?.request(.max(more))
    }

    func cancel() {
        state.withLock { $0.subscription }?.cancel()
    }

    /// False if the completion does not come within a minute.
    func waitForCompletion() -> Bool {
        finished.wait(timeout: .now() + 60) == .success
    }

    private static var thread: UInt { ThreadIdentity.current.rawValue }
}
