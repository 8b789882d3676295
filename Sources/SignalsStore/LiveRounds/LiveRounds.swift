import Dispatch
import SignalsCore

/// The live queries of a container, which are notified of commits together.
///
/// A commit is noted once, however many queries there are. A round then reads the rows that it touched, once for all
/// queries, and notifies the queries that the rows may concern. So of a thousand queries for different values a commit
/// wakes one.
final class LiveRounds: CommitListener {
    /// So few are notified without a look at the rows.
    private static let few = 4

    private struct Member: Sendable {
        weak var query: (any LiveRoundMember)?
        /// The number of the first notice that it has not got.
        var position: Int
    }

    private struct State: Sendable {
        var members: [ObjectIdentifier: Member] = [:]
        /// The notices that not all have got, and the number of the first.
        var notices: ContiguousArray<CommitNotice> = []
        var first = 0
        var isRunning = false
        var isClosed = false

        var end: Int { first + notices.count }

        /// True if a round has to begin.
        mutating func begin() -> Bool {
            if isRunning || notices.isEmpty { return false }
            isRunning = true
            return true
        }

        func notices(_ numbers: Range<Int>) -> ArraySlice<CommitNotice> {
            let numbers = numbers.clamped(to: first..<end)
            return ArraySlice(notices[numbers.lowerBound - first..<numbers.upperBound - first])
        }
    }

    let coordinator: StoreCoordinator
    private let queue = LiveQueues.make()
    private let state = Locked(State())

    init(_ coordinator: StoreCoordinator) { self.coordinator = coordinator }

    /// The number of live queries.
    var count: Int { state.withLock { $0.members.count } }

    /// Notifies a query of each commit from now on, or of the container's end. It is not kept.
    func join(_ query: any LiveRoundMember) {
        let isClosed = state.withLock { state in
            let end = state.end
            state.members[ObjectIdentifier(query)] = Member(query: query, position: end)
            return state.isClosed
        }
        if isClosed { return query.end() }
        coordinator.observers.listen(self)
    }

    func leave(_ query: ObjectIdentifier) { _ = state.withLock { $0.members.removeValue(forKey: query) } }

    /// Returns the commits of which a query was not notified yet.
    func take(for query: ObjectIdentifier) -> ArraySlice<CommitNotice> {
        state.withLock { state in
            guard let position = state.members[query]?.position else { return [] }
            let end = state.end
            state.members[query]?.position = end
            return state.notices(position..<end)
        }
    }

    func receive(_ notice: CommitNotice) {
        let (begins, count) = state.withLock { state in
            if state.members.isEmpty || notice.isEmpty { return (false, 0) }
            state.notices.append(notice)
            return (state.begin(), state.members.count)
        }
        guard begins else { return }
        if count <= Self.few { run() } else { queue.async { self.run() } }
    }

    func storeDidClose() { close() }

    /// Ends all queries, and each that joins later, though other containers may have the store open.
    func close() {
        let queries = state.withLock { state in
            state.isClosed = true
            return state.members.values.compactMap(\.query)
        }
        for query in queries { query.end() }
    }

    private func run() {
        let (count, notices, end) = state.withLock { state in
            (state.members.count, state.notices(state.first..<state.end), state.end)
        }
        guard count > Self.few, TouchedRows.areFew(notices) else { return notifyQueries(upTo: end, of: nil) }
        // Of the state that a reader sees, what was committed until then is known to be all.
        coordinator.pin(taking: { self.state.withLock { $0.end } }) { result in
            self.queue.async { self.notifyConcerned(result, orAllUpTo: end) }
        }
    }

    private func notifyConcerned(_ pinned: Result<(reader: any StoreReader, taken: Int), any Error>, orAllUpTo end: Int)
    {
        // A query that cannot read the rows either reports that itself.
        guard let (reader, end) = try? pinned.get() else { return notifyQueries(upTo: end, of: nil) }
        let notices = state.withLock { $0.notices($0.first..<end) }
        let touched = TouchedRows.areFew(notices) ? TouchedRows(notices, coordinator.schemas.values) : nil
        notifyQueries(upTo: end, of: touched.flatMap { try? $0.read(from: reader) })
    }

    /// Notifies the queries of the notices before one, or only those that some rows concern.
    private func notifyQueries(upTo end: Int, of touched: TouchedRows?) {
        let members = state.withLock { state in state.members.map { ($0.key, $0.value.query, $0.value.position) } }
        var untouched: [(ObjectIdentifier, Int)] = []
        for (id, query, position) in members where position < end {
            guard let query else { continue }
            if let touched, !query.isConcerned(by: touched) {
                untouched.append((id, position))
            } else {
                // First, so that nothing is missing in what it reads meanwhile; it may get them twice.
                query.add(state.withLock { $0.notices(position..<end) })
                advance(CollectionOfOne((id, nil)), to: end)
            }
        }
        advance(untouched.lazy.map { ($0.0, $0.1) }, to: end)
        finish(end)
    }

    /// - Parameter members: with the position that they have to be at.
    private func advance(_ members: some Sequence<(ObjectIdentifier, Int?)>, to end: Int) {
        state.withLock { state in
            for (id, expected) in members {
                guard let position = state.members[id]?.position, position < end, expected ?? position == position
                else { continue }
                state.members[id]?.position = end
            }
        }
    }

    private func finish(_ end: Int) {
        let (begins, _) = state.withLock { state in
            let told = state.notices.prefix(max(0, end - state.first))
            state.notices.removeFirst(told.count)
            state.first += told.count
            state.isRunning = false
            return (state.begin(), told)
        }
        if begins { queue.async { self.run() } }
    }
}
