/// Elements in the order in which they were added, each with a ticket by which it is removed: listeners, outlets,
/// links.
///
/// Adding is amortised O(1), removing O(log n) and amortised O(1), so that a subscription costs the same however many
/// there are. Copies share storage: a delivery iterates over the list as it was when it began.
@usableFromInline
package struct TicketList<Value: Sendable>: Sendable {
    /// The ticket of an element.
    @usableFromInline package typealias Ticket = UInt64

    @usableFromInline var entries: ContiguousArray<(ticket: Ticket, element: Value?)> = []
    @usableFromInline var nextTicket: Ticket = 0
    @usableFromInline var vacancies = 0

    @inlinable
    package init() {}

    /// The number of elements.
    @inlinable
    var count: Int { entries.count - vacancies }

    /// Appends an element, and returns its ticket.
    @inlinable
    package mutating func append(_ element: Value) -> Ticket {
        defer { nextTicket += 1 }
        entries.append((nextTicket, element))
        return nextTicket
    }

    /// Removes an element, and returns it so that it can be released outside a lock.
    @inlinable
    package mutating func remove(_ ticket: Ticket) -> Value? {
        guard let index = index(of: ticket), let element = entries[index].element else { return nil }
        entries[index].element = nil
        vacancies += 1
        if vacancies > 16, vacancies * 2 > entries.count {
            entries.removeAll { $0.element == nil }
            vacancies = 0
        } else if vacancies == entries.count {
            entries.removeAll(keepingCapacity: entries.count <= 16)
            vacancies = 0
        }
        return element
    }

    /// Empties the list, and returns what was in it.
    @inlinable
    package mutating func removeAll() -> TicketList {
        defer {
            entries = []
            vacancies = 0
        }
        return self
    }

    /// Calls `body` with each element, in their order.
    @inlinable @inline(__always)
    package func forEach(_ body: (Value) -> Void) {
        for entry in entries {
            if let element = entry.element { body(element) }
        }
    }

    /// Returns the position of a ticket by binary search, since tickets ascend; nil if it is not in the list.
    @inlinable
    func index(of ticket: Ticket) -> Int? {
        var low = 0
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].ticket < ticket { low = middle + 1 } else { high = middle }
        }
        return low < entries.count && entries[low].ticket == ticket ? low : nil
    }
}
