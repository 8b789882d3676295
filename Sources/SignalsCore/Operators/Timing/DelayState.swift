/// The work of an action on the scheduler, for a subscription to a ``Publishers/Delay``.
@usableFromInline
enum DelayStep: Sendable {
    case value, completion, nothing
}

/// The state of one subscription to a ``Publishers/Delay``. Its transitions return the step to be done after the lock.
///
/// Each value and the completion have an action on the scheduler; each action delivers the oldest of them, whichever runs
/// first.
@usableFromInline
struct DelayState<Downstream: Subscriber>: Sendable {
    /// The number of actions that ran while the subscriber was called.
    @usableFromInline var rung = 0
    @usableFromInline var ends: Ends<Downstream>
    @usableFromInline var values = Queue<Downstream.Input>()

    /// Upstream's completion, which is delivered after the values.
    @usableFromInline var completion: Subscribers.Completion<Downstream.Failure>?

    /// True if there is a completion, whatever its type.
    @usableFromInline var isEnding = false

    @inlinable
    init(downstream: Downstream?) {
        ends = Ends(downstream: downstream)
    }

    /// Takes on a value. True if an action is to be scheduled for it.
    @inlinable
    mutating func receive(_ value: Downstream.Input) -> Bool {
        guard ends.isAttached else { return false }
        values.append(value)
        return true
    }

    /// Takes on the completion. Returns upstream's subscription, to be released, or nil if there was an end before.
    @inlinable
    mutating func receive(_ completion: Subscribers.Completion<Downstream.Failure>) -> (any Subscription)? {
        guard ends.isAttached else { return nil }
        self.completion = completion
        isEnding = true
        return ends.complete()
    }

    /// Begins an action of the scheduler.
    ///
    /// - Parameters:
    ///   - value: set to the oldest value, for the subscriber.
    ///   - downstream: set to the subscriber. Not returned in an effect with the value, whose metadata unspecialised code
    ///     would look up for each value.
    @inlinable
    mutating func fire(_ value: inout Downstream.Input?, _ downstream: inout Downstream?) -> DelayStep {
        if ends.isDelivering {
            rung += 1
            return .nothing
        }
        if values.isEmpty { return isEnding ? .completion : .nothing }
        downstream = ends.downstream
        ends.isDelivering = true
        value = values.popFirst()
        return .value
    }

    /// Notes that the subscriber has taken a value.
    @inlinable
    mutating func delivered(_ value: inout Downstream.Input?, _ downstream: inout Downstream?) -> DelayStep {
        ends.isDelivering = false
        if rung == 0 { return .nothing }
        rung -= 1
        return fire(&value, &downstream)
    }

    /// Ends with the completion, and returns it and the subscriber to receive it.
    @inlinable
    mutating func end() -> (Subscribers.Completion<Downstream.Failure>, Downstream)? {
        guard let completion = completion.take(), let downstream = ends.end() else { return nil }
        return (completion, downstream)
    }

    /// Notes that the subscriber has its subscription. Returns how many actions ran meanwhile, which are to run again.
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
