import SignalsCore

/// The state of a ``TestScheduler``: the time, and the actions that are to run.
struct TestSchedulerState: Sendable {
    typealias Action = @Sendable () -> Void
    typealias Ticket = Int

    private struct Entry: Sendable {
        /// The number of the action's next occurrence; each repetition has its own.
        let occurrence: Int
        let interval: VirtualTime.Stride?
        let action: Action
    }

    private struct Occurrence: Sendable, Comparable {
        let date: VirtualTime
        let number: Int
        let ticket: Ticket

        static func < (one: Self, other: Self) -> Bool { (one.date, one.number) < (other.date, other.number) }
    }

    private(set) var now = VirtualTime()

    private var entries: [Ticket: Entry] = [:]

    /// The occurrences, ordered by date, then by arrival. Those of removed actions stay until their date, or until they
    /// are the majority.
    private var occurrences = PriorityQueue<Occurrence>()
    private var nextTicket = 0
    private var nextOccurrence = 0

    /// The brackets in which recorders write a group of marbles.
    var brackets = MarbleDiagram.Brackets.square

    var isIdle: Bool { entries.isEmpty }

    mutating func insert(at date: VirtualTime, every interval: VirtualTime.Stride? = nil, _ action: @escaping Action)
        -> Ticket
    {
        defer { nextTicket += 1 }
        insert(nextTicket, at: max(date, now), every: interval, action)
        return nextTicket
    }

    /// Removes an action, and returns it to be released after the lock.
    mutating func remove(_ ticket: Ticket) -> Action? {
        guard let entry = entries.removeValue(forKey: ticket) else { return nil }
        if occurrences.count > 2 * entries.count + 16 {
            occurrences.removeAll { entries[$0.ticket]?.occurrence != $0.number }
        }
        return entry.action
    }

    /// Returns the action to run next, at its moment, or nil when the given moment has come. Without one: when nothing
    /// is left.
    mutating func next(until limit: VirtualTime?) -> Action? {
        while let occurrence = occurrences.first, limit.map({ occurrence.date <= $0 }) ?? true {
            _ = occurrences.popFirst()
            guard let entry = entries[occurrence.ticket], entry.occurrence == occurrence.number else { continue }
            now = occurrence.date
            if let interval = entry.interval {
                let date = now.advanced(by: max(interval, .nanoseconds(1)))
                insert(occurrence.ticket, at: date, every: interval, entry.action)
            } else {
                entries[occurrence.ticket] = nil
            }
            return entry.action
        }
        now = max(now, limit ?? now)
        return nil
    }

    private mutating func insert(
        _ ticket: Ticket, at date: VirtualTime, every interval: VirtualTime.Stride?, _ action: @escaping Action
    ) {
        entries[ticket] = Entry(occurrence: nextOccurrence, interval: interval, action: action)
        occurrences.insert(Occurrence(date: date, number: nextOccurrence, ticket: ticket))
        nextOccurrence += 1
    }
}
