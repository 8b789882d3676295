/// The state of one subscription to a ``Publishers/Delay``. Its transitions return the effect to be performed after the
/// lock.
///
/// Each message has an action on the scheduler; each action delivers the oldest message, whichever runs first.
@usableFromInline
struct DelayState<Downstream: Subscriber>: Sendable {
    @usableFromInline typealias Delayed = Message<Downstream.Input, Downstream.Failure>

    @usableFromInline
    enum Effect: Sendable {
        case value(Downstream.Input, to: Downstream)
        case completion(Subscribers.Completion<Downstream.Failure>, to: Downstream)
        case nothing
    }

    /// The number of actions that ran while the subscriber was called.
    @usableFromInline var rung = 0
    @usableFromInline var ends: Ends<Downstream>
    @usableFromInline var underway = Queue<Delayed>()

    @inlinable
    init(downstream: Downstream?) {
        ends = Ends(downstream: downstream)
    }

    /// Takes on a value. True if an action is to be scheduled for it.
    @inlinable
    mutating func receive(_ value: Downstream.Input) -> Bool {
        guard ends.isAttached else { return false }
        underway.append(.value(value))
        return true
    }

    /// Takes on the completion. Returns upstream's subscription, to be released, or nil if there was an end before.
    @inlinable
    mutating func receive(_ completion: Subscribers.Completion<Downstream.Failure>) -> (any Subscription)? {
        guard ends.isAttached else { return nil }
        underway.append(.completion(completion))
        return ends.complete()
    }

    /// An action of the scheduler runs.
    @inlinable
    mutating func ring() -> Effect {
        if ends.isDelivering {
            rung += 1
            return .nothing
        }
        switch underway.popFirst() {
        case .value(let value)?:
            guard let downstream = ends.downstream else { return .nothing }
            ends.isDelivering = true
            return .value(value, to: downstream)
        case .completion(let completion)?:
            return ends.end().map { .completion(completion, to: $0) } ?? .nothing
        case nil:
            return .nothing
        }
    }

    /// The subscriber has taken a value.
    @inlinable
    mutating func delivered() -> Effect {
        ends.isDelivering = false
        if rung == 0 { return .nothing }
        rung -= 1
        return ring()
    }

    /// The subscriber has its subscription. Returns how many actions ran meanwhile, which are to run again.
    @inlinable
    mutating func started() -> Int {
        ends.isDelivering = false
        defer { rung = 0 }
        return rung
    }

    /// Ends without a completion. Returns all there was, to be released after the lock.
    @inlinable
    mutating func cancel() -> DelayState {
        var before = DelayState(downstream: nil)
        swap(&before, &self)
        return before
    }
}
