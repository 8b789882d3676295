import SignalsCore
import Synchronization

/// The numbers that new objects had which became one with stored ones, and those of the stored ones.
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

    /// All of them, each with the number that is in use.
    package var all: [Int64: Int64] {
        let all = numbers.withLock(\.all)
        return Dictionary(uniqueKeysWithValues: all.keys.map { ($0, resolve($0)) })
    }

    /// The number of the object that one names.
    package func resolve(_ number: Int64) -> Int64 {
        guard isInUse.load(ordering: .acquiring) else { return number }
        return numbers.withLock { numbers in
            var number = number
            // What joined a row of the same save may name one that joined another since.
            for _ in 0..<8 {
                guard let next = numbers[number] else { break }
                number = next
            }
            return number
        }
    }
}
