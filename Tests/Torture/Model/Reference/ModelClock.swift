/// Virtual time: actions run in the order of their dates, those of one date in the order in which they were scheduled.
final class ModelClock {
    private(set) var now = 0

    /// The time from which on the documentation leaves open what happens, and the model may be one way of several.
    private(set) var isOpenFrom = Int.max

    /// The number of things done inside the subscriber.
    private(set) var reentrances = 0

    private var actions: [Entry] = []
    private var tickets = 0

    /// The last operator whose time came, and when.
    private var last: (owner: ObjectIdentifier, date: Int)?

    private struct Entry {
        let date: Int
        let ticket: Int
        let interval: Int?
        let owner: AnyObject?
        let action: () -> Void
    }

    /// Schedules an action.
    ///
    /// - Parameter owner: the operator that waits for a time. When two of them do so for the same moment, their order is
    ///   left open.
    @discardableResult
    func schedule(
        at date: Int, every interval: Int? = nil, owner: AnyObject? = nil, _ action: @escaping () -> Void
    ) -> Int {
        tickets += 1
        actions.append(
            Entry(date: max(date, now), ticket: tickets, interval: interval, owner: owner, action: action))
        return tickets
    }

    func cancel(_ ticket: Int?) {
        actions.removeAll { $0.ticket == ticket }
    }

    /// Notes that the documentation does not say what happens from now on.
    func leaveOpen() {
        isOpenFrom = min(isOpenFrom, now)
    }

    func noteReentrance() {
        reentrances += 1
    }

    func advance(to end: Int) {
        while let index = next(), actions[index].date <= end {
            let entry = actions.remove(at: index)
            now = entry.date
            if let interval = entry.interval {
                actions.append(
                    Entry(
                        date: now + interval, ticket: entry.ticket, interval: interval, owner: entry.owner,
                        action: entry.action))
            }
            noteOwner(of: entry)
            entry.action()
        }
        now = end
    }

    private func next() -> Int? {
        // The first of the least, since a repeated action is at the end of the list, behind those of its date.
        actions.indices.min { actions[$0].date < actions[$1].date }
    }

    /// True if the time of something has come.
    var isDue: Bool {
        actions.contains { $0.date <= now }
    }

    /// Returns true if the time of another operator comes at this moment too.
    private func isDue(besides owner: ObjectIdentifier) -> Bool {
        actions.contains { $0.date == now && $0.owner != nil && $0.owner.map(ObjectIdentifier.init) != owner }
    }

    private func noteOwner(of entry: Entry) {
        guard let owner = entry.owner.map(ObjectIdentifier.init) else { return }
        if let last, last.date == now, last.owner != owner { leaveOpen() }
        if isDue(besides: owner) { leaveOpen() }
        last = (owner, now)
    }
}
