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
    /// True if it was not made after all, such as that of an object that others deleted: only the store knows what is linked.
    package var isDropped = false
    /// True if it is an effect of an end's deletion, whose rule would delete the other end, and is not made if that
    /// deletion is given up.
    package var isImplied = false

    package init(
        table: JoinTable, kind: Kind, source: Int64, target: Int64, isMadeByTarget: Bool = false,
        isDropped: Bool = false, isImplied: Bool = false
    ) {
        self.table = table
        self.kind = kind
        self.source = source
        self.target = target
        self.isMadeByTarget = isMadeByTarget
        self.isDropped = isDropped
        self.isImplied = isImplied
    }
}
