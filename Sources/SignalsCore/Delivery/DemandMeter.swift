import Synchronization

/// The demand of a subscriber whose values are dropped when it has not asked for them. One atomic word.
@usableFromInline
struct DemandMeter: ~Copyable, Sendable {
    @usableFromInline let word = Atomic<UInt>(0)

    @inlinable
    init() {}

    @inlinable
    static var closed: UInt { .max }

    @inlinable
    var isClosed: Bool { word.load(ordering: .acquiring) == Self.closed }

    /// The demand that is left, none if closed.
    @inlinable
    var current: Subscribers.Demand {
        let demand = word.load(ordering: .acquiring)
        return demand == Self.closed ? .none : Subscribers.Demand(rawValue: demand)
    }

    /// Adds to the demand, unless closed.
    @inlinable
    func add(_ demand: Subscribers.Demand) {
        update { Subscribers.Demand(rawValue: $0) + demand }
    }

    /// Uses up one value of the demand. False if none is left, or closed.
    @inlinable @inline(__always)
    func takeOne() -> Bool {
        word.load(ordering: .acquiring) == Subscribers.Demand.unlimited.rawValue
            || update { demand in
                demand == 0 ? nil : Subscribers.Demand(rawValue: demand) - 1
            }
    }

    /// Makes what this thread wrote before visible to whoever changes the demand next, and what others wrote before
    /// they changed it visible here. False if closed.
    @inlinable
    func synchronize() -> Bool {
        update { Subscribers.Demand(rawValue: $0) }
    }

    /// Closes the meter: from now on nothing is wanted. True the first time.
    @inlinable
    func close() -> Bool {
        word.exchange(Self.closed, ordering: .acquiringAndReleasing) != Self.closed
    }

    @inlinable @discardableResult
    func update(_ change: (UInt) -> Subscribers.Demand?) -> Bool {
        var current = word.load(ordering: .acquiring)
        while current != Self.closed, let next = change(current) {
            let attempt = word.compareExchange(
                expected: current, desired: next.rawValue, ordering: .acquiringAndReleasing)
            if attempt.exchanged { return true }
            current = attempt.original
        }
        return false
    }
}
