import SignalsCore

/// What a ``TestScheduler`` knows: the time, and what is to run.
struct TestSchedulerState: Sendable {
    typealias Action = @Sendable () -> Void
    typealias Ticket = Int

    private struct Entry: Sendable {
        let ticket: Ticket
        let date: VirtualTime
        let interval: VirtualTime.Stride?
        let action: Action
    }

    private(set) var now = VirtualTime()

    /// Sorted by date, then arrival, the next one last.
    private var entries: [Entry] = []
    private var nextTicket = 0

    /// How recorders write a group of marbles.
    var brackets = MarbleDiagram.Brackets.square

    var isIdle: Bool { entries.isEmpty }

    mutating func insert(at date: VirtualTime, every interval: VirtualTime.Stride? = nil, _ action: @escaping Action)
        -> Ticket
    {
        defer { nextTicket += 1 }
        insert(Entry(ticket: nextTicket, date: max(date, now), interval: interval, action: action))
        return nextTicket
    }

    /// Removes an action, and returns it to be released after the lock.
    mutating func remove(_ ticket: Ticket) -> Action? {
        guard let index = entries.firstIndex(where: { $0.ticket == ticket }) else { return nil }
        return entries.remove(at: index).action
    }

    /// The action to run next, at its moment, or nil when the given moment has come. Without one: when nothing is left.
    mutating func next(until limit: VirtualTime?) -> Action? {
        guard let entry = entries.last, limit.map({ entry.date <= $0 }) ?? true else {
            now = max(now, limit ?? now)
            return nil
        }
        entries.removeLast()
        now = entry.date
        if let interval = entry.interval {
            let date = now.advanced(by: max(interval, .nanoseconds(1)))
            insert(Entry(ticket: entry.ticket, date: date, interval: interval, action: entry.action))
        }
        return entry.action
    }

    private mutating func insert(_ entry: Entry) {
        entries.insert(entry, at: place(of: entry.date))
    }

    /// Before all that are due earlier or at the same moment, which run first.
    private func place(of date: VirtualTime) -> Int {
        var low = 0
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].date > date { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
