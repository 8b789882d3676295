import Dispatch

/// One line of the table: a workload of ours, and the same work done by a peer.
struct Benchmark: Sendable {
    /// Does the work on a number of values and says how long it took, in nanoseconds, without what prepares it.
    typealias Run = @Sendable (Int) -> Double

    let id: String
    let peer: String

    /// How many values a run sends through.
    let count: Int
    /// How often each side runs.
    var runs = 15
    let ours: Run
    /// Nil where nobody else does the same work.
    let theirs: Run?
}

extension Benchmark {
    /// A benchmark all of whose work is timed.
    init(
        id: String, peer: String, count: Int, ours: @escaping @Sendable (Int) -> Void,
        theirs: @escaping @Sendable (Int) -> Void
    ) {
        self.init(id: id, peer: peer, count: count, ours: Self.timing(ours), theirs: Self.timing(theirs))
    }

    private static func timing(_ work: @escaping @Sendable (Int) -> Void) -> Run {
        { count in
            let start = DispatchTime.now().uptimeNanoseconds
            work(count)
            return Double(DispatchTime.now().uptimeNanoseconds - start)
        }
    }
}
