import SignalsCore
import Synchronization

/// The former numbers of new objects that became one with stored objects, with the numbers of the stored objects.
package final class ObjectAliases: Sendable {
    private let numbers = Locked(AliasTable())
    private let isInUse = Atomic(false)

    package func add(_ joined: [Int64: Int64]) {
        if joined.isEmpty { return }
        numbers.withLock { $0.merge(joined) }
        isInUse.store(true, ordering: .releasing)
    }

    /// The number of them.
    package var count: Int { isInUse.load(ordering: .acquiring) ? numbers.withLock(\.count) : 0 }

    /// All of them, as they are now.
    package var table: AliasTable { numbers.withLock { $0 } }

    /// The number of the object that one names.
    package func resolve(_ number: Int64) -> Int64 {
        guard isInUse.load(ordering: .acquiring) else { return number }
        return numbers.withLock { $0.owner(of: number) } ?? number
    }
}
