/// One line of the table: a workload of ours, and the same work done by a peer.
package struct Benchmark: Sendable {
    /// Does the work on a number of values and says how long it took, in nanoseconds, without what prepares it.
    package typealias Run = @Sendable (Int) -> Double

    package let id: String
    package let peer: String

    /// The number of values that a run sends through.
    let count: Int
    /// The number of runs of each side.
    let runs: Int
    let ours: Run
    /// Nil where nobody else does the same work.
    let theirs: Run?

    package init(id: String, peer: String, count: Int, runs: Int = 15, ours: @escaping Run, theirs: Run?) {
        (self.id, self.peer, self.count, self.runs, self.ours, self.theirs) = (id, peer, count, runs, ours, theirs)
    }

    /// Compares the processor time of work of which nothing is preparation.
    package init(
        id: String, peer: String, count: Int, runs: Int = 15, ours: @escaping @Sendable (Int) -> Void,
        theirs: @escaping @Sendable (Int) -> Void
    ) {
        self.init(
            id: id, peer: peer, count: count, runs: runs,
            ours: { count in ProcessorTime.spent { ours(count) } },
            theirs: { count in ProcessorTime.spent { theirs(count) } })
    }
}
