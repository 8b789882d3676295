/// The upstreams of a ``Junction`` that have finished, by number.
@usableFromInline
package struct JunctionSides: Sendable {
    @usableFromInline var members: Set<Int> = []

    @inlinable
    init() {}

    @inlinable package var isEmpty: Bool { members.isEmpty }

    @inlinable package var count: Int { members.count }

    @inlinable
    mutating func insert(_ index: Int) {
        members.insert(index)
    }

    @inlinable
    package func contains(_ index: Int) -> Bool {
        members.contains(index)
    }

    /// Returns true if the condition holds for one of them.
    @inlinable
    package func contains(where condition: (Int) -> Bool) -> Bool {
        members.contains(where: condition)
    }
}
