import Synchronization

/// The count of the values that a ``Step`` or a ``Reduction`` has seen.
@usableFromInline
final class Counter: Sendable {
    @usableFromInline let count = Atomic<Int>(0)

    @usableFromInline @inline(never)
    init() {}

    /// The number that was counted.
    @inlinable
    var value: Int { count.load(ordering: .acquiring) }

    /// Counts one more, and returns how many there were before.
    @inlinable
    func next() -> Int {
        count.wrappingAdd(1, ordering: .acquiringAndReleasing).oldValue
    }
}
