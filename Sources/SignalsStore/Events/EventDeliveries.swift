/// The units of work whose events a publisher has to send, in the order of their commits.
///
/// A unit takes a ticket when it is committed, and hands its events over after its context has published the save. A
/// later unit may get there earlier: then it waits.
struct EventDeliveries: Sendable {
    /// A delivery of the events of one unit, and the actions after it.
    struct Delivery: Sendable {
        let events: [any DomainEvent]
        let finish: @Sendable () -> Void
    }

    /// The position of a unit in the line.
    struct Ticket: Sendable, Hashable {
        fileprivate let number: Int
    }

    private var nextTicket = 0
    private var nextDelivery = 0
    private var ready: [Int: Delivery] = [:]

    mutating func takeTicket() -> Ticket {
        defer { nextTicket += 1 }
        return Ticket(number: nextTicket)
    }

    mutating func handOver(_ delivery: Delivery, at ticket: Ticket) { ready[ticket.number] = delivery }

    /// Returns what may be sent now; nil when the first in line has not handed over yet.
    mutating func next() -> Delivery? {
        guard let delivery = ready.removeValue(forKey: nextDelivery) else { return nil }
        nextDelivery += 1
        return delivery
    }
}
