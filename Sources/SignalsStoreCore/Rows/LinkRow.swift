/// A pair in a join table, seen from one of its sides.
package struct LinkRow: Sendable, Hashable {
    /// The number on the side that was asked for.
    package let owner: Int64
    /// The number on the other side.
    package let other: Int64

    package init(owner: Int64, other: Int64) {
        self.owner = owner
        self.other = other
    }
}
