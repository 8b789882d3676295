/// The positions that members of lists get for a save, among those that other contexts saved meanwhile.
///
/// In a context that does not merge automatically the lists are found again when the save has succeeded: a failed save
/// leaves everything as it was.
struct SavedPositions {
    private struct Former {
        let member: ManagedObject
        let reference: RelationshipDescription
        let position: Double
        let isChanged: Bool
        let edits: ObjectEdits?
        let status: ObjectStatus
    }

    private let context: ManagedObjectContext
    private var lists: [(relationship: RelationshipDescription, owner: ManagedObject)] = []
    private var former: [Former] = []

    init(context: ManagedObjectContext) { self.context = context }

    /// Gives the members of a list that were changed here positions for an order, where it is another. Where those do not
    /// suffice, as for what others put after a member that was moved here, others' members get new ones as well.
    ///
    /// - Parameter stored: the positions of the members that the store has.
    /// - Throws: `FetchError`.
    mutating func assignPositions(
        _ order: [Int64], of relationship: RelationshipDescription, of owner: ManagedObject,
        among stored: [Int64: Double]
    ) throws {
        lists.append((relationship, owner))
        guard let inverse = relationship.inverse else { return }
        let members = order.compactMap { number -> (number: Int64, present: Double, kept: Double)? in
            if let object = context.objects[number], object.status != .deleted, inverse.isMember(object, of: owner) {
                return (number, inverse.state(in: object).pointee.position, .nan)
            }
            return stored[number].map { (number, $0, $0) }
        }
        if zip(members, members.dropFirst()).allSatisfy({ $0.present < $1.present }) { return }
        for (member, position) in zip(
            members, OrderedPositions.respaced(members.map(\.kept), of: members.map(\.number)))
        where position != member.kept {
            guard let object = try context.object(at: member.number, relationship.target),
                object.status != .deleted, inverse.state(in: object).pointee.reference == owner.number
            else { continue }
            move(object, inverse, from: member.kept, to: position)
        }
    }

    /// - Parameter stored: the position that the store has; NaN for that of a member that was changed here.
    private mutating func move(
        _ object: ManagedObject, _ inverse: RelationshipDescription, from stored: Double, to position: Double
    ) {
        let reference = object.entity.relationships[inverse.index]
        let state = reference.state(in: object).pointee
        former.append(
            Former(
                member: object, reference: reference, position: state.position, isChanged: state.isPositionChanged,
                edits: object.edits, status: object.status))
        // Other contexts may have moved it from the very position that it gets.
        if !stored.isNaN { reference.state(in: object).pointee.position = stored }
        context.withoutUndo { ObjectGraph(context: context).setPosition(of: object, reference, to: position) }
    }

    /// Takes the positions back after a save that failed.
    func takeBack() {
        for former in former.reversed() {
            let state = former.reference.state(in: former.member)
            state.pointee.position = former.position
            state.pointee.isPositionChanged = former.isChanged
            former.member.edits = former.edits
            if former.status == .clean { context.forgetEdits(of: former.member) }
        }
    }

    /// Forgets the members of the lists, which are found again, after a save that succeeded.
    func forgetLists() {
        for list in lists where list.owner.status != .gone { list.relationship.forgetMembers(of: list.owner) }
    }
}

extension RelationshipDescription {
    /// True if an object belongs to a list since its position there was changed here.
    fileprivate func isMember(_ object: ManagedObject, of owner: ManagedObject) -> Bool {
        let own = object.entity.relationships[index]
        return own.state(in: object).pointee.reference == owner.number && own.isPositionChanged(in: object)
    }
}
