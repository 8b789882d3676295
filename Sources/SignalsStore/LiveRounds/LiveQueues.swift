import Dispatch
import Synchronization

/// The queues on which live queries work. However many there are, they have eight threads.
enum LiveQueues {
    private static let roots = (1...8).map { DispatchQueue(label: "signals.live.\($0)") }
    private static let next = Atomic(0)

    /// A queue of its own for one of them.
    static func make() -> DispatchQueue {
        let number = next.wrappingAdd(1, ordering: .relaxed).oldValue
        return DispatchQueue(label: "signals.live", target: roots[Int(UInt(bitPattern: number) % UInt(roots.count))])
    }
}
