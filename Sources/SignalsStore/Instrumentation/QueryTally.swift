import Dispatch
import SignalsCore

/// The counts of a context's similar queries in one piece of work, which is all that runs on its queue without a break.
final class QueryTally: Sendable {
    private let queue: DispatchQueue
    private let counts = Locked<[String: Int]>([:])

    init(_ queue: DispatchQueue) { self.queue = queue }

    /// Counts a query, and returns how many like it there are with it.
    func count(_ statement: String) -> Int {
        let (count, isFirst) = counts.withLock { counts in
            let isFirst = counts.isEmpty
            counts[statement, default: 0] += 1
            return (counts[statement] ?? 1, isFirst)
        }
        // The present piece of work ends before this runs.
        if isFirst { queue.async { self.counts.withLock { $0 = [:] } } }
        return count
    }
}
