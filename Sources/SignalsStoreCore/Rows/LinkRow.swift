/// A pair in a table of links, seen from one of its sides.
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

/// A change of a save to a join table.
package struct LinkChange: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        case added
        case removed
    }

    package let table: JoinTable
    package let kind: Kind
    package let source: Int64
    package let target: Int64
    /// True if the relationship of the target was changed, and not that of the source.
    package var isMadeByTarget = false
    /// True if it was not made after all, as of an object that others deleted: only the store knows what is linked.
    package var isDropped = false

    package init(
        table: JoinTable, kind: Kind, source: Int64, target: Int64, isMadeByTarget: Bool = false,
        isDropped: Bool = false
    ) {
        self.table = table
        self.kind = kind
        self.source = source
        self.target = target
        self.isMadeByTarget = isMadeByTarget
        self.isDropped = isDropped
    }
}

/// The order that a save gives the targets of a source.
package struct LinkOrder: Sendable, Hashable {
    package let table: JoinTable
    package let source: Int64
    package let targets: [Int64]
    /// The targets before their order was changed; nil where some were only added or removed.
    package var base: [Int64]?

    package init(table: JoinTable, source: Int64, targets: [Int64], base: [Int64]? = nil) {
        self.table = table
        self.source = source
        self.targets = targets
        self.base = base
    }
}
