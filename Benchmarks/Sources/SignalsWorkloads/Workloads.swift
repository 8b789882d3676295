/// The workloads: each takes the number of values to send through, and adds what arrives to `sum`.
///
/// The same source is compiled against Signals and against the peer. The loops call across a function that is not
/// inlined, with a subject that the optimizer cannot know there.
public enum Workloads {
    // SAFETY: a workload runs alone, and adds on one thread at a time.
    /// The sum of all that has arrived.
    nonisolated(unsafe) public static var sum = 0
}
