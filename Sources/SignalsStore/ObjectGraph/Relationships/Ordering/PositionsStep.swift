/// An order that the members of a list had whose positions they keep themselves, for `undo()` and `redo()`.
final class PositionsStep {
    let relationship: RelationshipDescription
    let owner: ManagedObject
    let before: ListVersion
    let moved: Set<Int64>?
    /// The order when the step began to be taken back.
    var present: ListVersion?
    /// The step that does it again.
    var opposite: PositionsStep?

    /// - Parameter moved: see `FormerOrder`.
    init(
        _ relationship: RelationshipDescription, of owner: ManagedObject, _ before: ListVersion, moved: Set<Int64>?
    ) {
        (self.relationship, self.owner, self.before, self.moved) = (relationship, owner, before, moved)
    }
}
