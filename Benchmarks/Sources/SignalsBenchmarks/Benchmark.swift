/// One line of the table: a workload of ours, and the same work done by a peer.
struct Benchmark: Sendable {
    let id: String
    let peer: String

    /// How many values a run sends through.
    let count: Int
    let ours: @Sendable (Int) -> Void
    let theirs: @Sendable (Int) -> Void
}
