import SignalsCore

/// The state of a ``TestScheduler``: the time, and the actions that are to run.
struct TestSchedulerState: Sendable {
    typealias Action = @Sendable () -> Void
    typealias Ticket = Int

    private struct Entry: Sendable {
        /// The number of the action's turn; each repetition gets another one.
        let turn: Int
        let interval: VirtualTime.Stride?
        let action: Action
    }

    private struct Turn: Sendable, Comparable {
        let date: VirtualTime
        let number: Int
        let ticket: Ticket

        static func < (one: Turn, other: Turn) -> Bool { (one.date, one.number) < (other.date, other.number) }
    }

    private(set) var now = VirtualTime()

    private var entries: [Ticket: Entry] = [:]

    /// The turns, ordered by date, then by arrival. The turns of removed actions stay until their date, or until they
    /// are the majority.
    private var turns = PriorityQueue<Turn>()
    private var nextTicket = 0
    private var nextTurn = 0

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
        if turns.count > 2 * entries.count + 16 { turns.removeAll { entries[$0.ticket]?.turn != $0.number } }
        return entry.action
    }

    /// Returns the action to run next, at its moment, or nil when the given moment has come. Without one: when nothing
    /// is left.
    mutating func next(until limit: VirtualTime?) -> Action? {
        while let turn = turns.first, limit.map({ turn.date <= $0 }) ?? true {
            _ = turns.popFirst()
            guard let entry = entries[turn.ticket], entry.turn == turn.number else { continue }
            now = turn.date
            if let interval = entry.interval {
                let date = now.advanced(by: max(interval, .nanoseconds(1)))
                insert(turn.ticket, at: date, every: interval, entry.action)
            } else {
                entries[turn.ticket] = nil
            }
            return entry.action
        }
        now = max(now, limit ?? now)
        return nil
    }

    private mutating func insert(
        _ ticket: Ticket, at date: VirtualTime, every interval: VirtualTime.Stride?, _ action: @escaping Action
    ) {
        entries[ticket] = Entry(turn: nextTurn, interval: interval, action: action)
        turns.insert(Turn(date: date, number: nextTurn, ticket: ticket))
        nextTurn += 1
    }
}
