/// An order that the members of a list had, as a change of what it was read as, for `undo()` and `redo()`.
struct FormerOrder {
    let version: ListVersion
    let base: BaseOrder?
    let isReordered: Bool
    /// The numbers of the members that the step moved, which only came with it; nil where any may have been.
    var moved: Set<Int64>?

    /// The order, where the list is another one by now: what did not move is as it is now.
    static func restored(_ before: ListVersion, _ moved: Set<Int64>?, in present: [ManagedObject]) -> [ManagedObject] {
        if let moved { return OrderedPositions.havingPutBack(moved, as: before.members, into: present) }
        return OrderedPositions.restored(before.members, in: present)
    }
}
