/// The values and the completion on their way to one subscriber, its demand, and the thread that delivers: serially,
/// and with no lock held. Its transitions, which run under one, return the effect to be performed after it.
///
/// Its size does not depend on the types of what is delivered, since unspecialised code would look that up for each value.
@usableFromInline
package struct DeliveryState<Output: Sendable, Failure: Error>: Sendable {
    /// The next event to be delivered.
    @usableFromInline
    enum Step: Sendable {
        case value(Output)
        case completion(Subscribers.Completion<Failure>)
        case nothing
    }

    @usableFromInline
    enum Ending: Sendable {
        /// Values are taken in.
        case open

        /// The completion waits after the values.
        case waiting

        /// The completion was delivered, or the subscriber has cancelled.
        case over
    }

    @usableFromInline var phase = DeliveryPhase.unstarted

    /// The demand that is outstanding: asked for and not on its way yet.
    @usableFromInline var demand = Subscribers.Demand.none

    /// The values that wait, first for the delivery under way and then for demand.
    @usableFromInline var waiting = ArrayQueue<Output>()

    /// The failure, if there is one, which is delivered after the values.
    @usableFromInline var failure: [Failure] = []
    @usableFromInline var ending = Ending.open

    @inlinable
    init() {}

    /// True while values are taken in.
    @inlinable @inline(__always)
    var isOpen: Bool { ending == .open }

    /// The demand beyond the values that wait.
    @inlinable @inline(__always)
    var unmetDemand: Subscribers.Demand { waiting.isEmpty ? demand : demand - waiting.count }

    /// The number of values that wait and were not asked for.
    @inlinable var surplus: Int {
        if waiting.isEmpty { return 0 }
        return demand.max.map { max(0, waiting.count - $0) } ?? 0
    }

    /// Begins, on the thread that hands the subscriber its subscription. False if it has begun already.
    @inlinable
    mutating func start(on thread: ThreadIdentity) -> Bool {
        guard phase == .unstarted else { return false }
        phase = .starting(thread)
        return true
    }

    /// Begins to deliver on the given thread. Returns the phase to go back to after it, or nil if a delivery is under way
    /// that goes on with the values that wait.
    @inlinable @inline(__always)
    mutating func enter(_ thread: ThreadIdentity, for cause: DeliveryPhase.Cause) -> DeliveryPhase? {
        guard phase.admits(thread, for: cause) else { return nil }
        defer { phase = .delivering(thread) }
        return phase
    }

    /// Takes in a value, if it is open. Returns the phase to go back to if the caller is to deliver the value, at once and
    /// after the lock; otherwise it waits.
    @inlinable @inline(__always)
    mutating func offer(_ value: Output, on thread: ThreadIdentity) -> DeliveryPhase? {
        guard isOpen else { return nil }
        if demand > .none, waiting.isEmpty, let outer = enter(thread, for: .supply) {
            demand -= 1
            return outer
        }
        waiting.append(value)
        return nil
    }

    /// Takes in the completion, unless there is one.
    @inlinable
    mutating func take(_ completion: Subscribers.Completion<Failure>) {
        guard isOpen else { return }
        ending = .waiting
        if case .failure(let error) = completion { failure = [error] }
    }

    /// Returns true if something may be delivered now. Otherwise goes back to the outer phase.
    @inlinable @inline(__always)
    mutating func mayContinue(outer: DeliveryPhase) -> Bool {
        if waiting.isEmpty ? ending == .waiting : demand > .none { return true }
        phase = outer
        return false
    }

    /// Returns the next event to deliver. Goes back to the outer phase if there is nothing.
    @inlinable @inline(__always)
    mutating func next(outer: DeliveryPhase) -> Step {
        guard mayContinue(outer: outer) else { return .nothing }
        if let value = waiting.popFirst() {
            demand -= 1
            return .value(value)
        }
        ending = .over
        return .completion(failure.popLast().map { .failure($0) } ?? .finished)
    }

    /// Ends at once. Returns what waits, to be released after the lock.
    @inlinable
    mutating func end() -> (ArrayQueue<Output>, [Failure]) {
        ending = .over
        var values = ArrayQueue<Output>()
        swap(&values, &waiting)
        return (values, failure.takeAll())
    }
}
