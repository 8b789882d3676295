/// The positions that a child's changes give objects in lists whose order the members keep, next to those that they have
/// in the parent.
///
/// A position is a number without a meaning of its own. One that leaves the parent's list in its order is not a change
/// there: the child made it among members that its parent has not got, or an object left a list and came back.
struct AbsorbedPositions {
    private struct List: Hashable {
        let owner: Int64
        /// The index of the relationship to many.
        let index: Int
    }

    private struct Changes {
        /// The positions of members of the parent's list, by their numbers.
        var positions: [Int64: Double] = [:]
        var departed: Set<Int64> = []
        /// The objects that come from elsewhere.
        var arrivals: [(number: Int64, position: Double)] = []
    }

    private let parent: ManagedObjectContext
    private var lists: [List: Changes] = [:]
    /// The lists that the positions leave in their order.
    private var idle: Set<List> = []

    init(_ plan: AbsorptionPlan, in parent: ManagedObjectContext) throws {
        self.parent = parent
        for (object, edits) in plan.edits { note(edits, of: object) }
        if lists.values.allSatisfy(\.positions.isEmpty) { return }
        for page in plan.insertions {
            for row in page { noteArrival(row.number, page.entity) { row.value(at: $0) } }
        }
        for (_, update) in plan.restorations { noteArrival(update.number, update.entity) { update.allValues[$0] } }
        for (list, changes) in lists where try isIdle(changes, in: list) { idle.insert(list) }
    }

    /// An object's edits without its positions that put nothing elsewhere.
    func needed(_ edits: [ChangeSet.Edit], of object: ManagedObject) -> [ChangeSet.Edit] {
        var needed = edits
        for reference in object.entity.references {
            guard let positionColumn = reference.positionColumn, let inverse = reference.inverse else { continue }
            let present = reference.state(in: object).pointee.reference
            let owner = reference.owner(in: edits) ?? present
            let isIdle = owner == 0 || owner == present && idle.contains(List(owner: owner, index: inverse.index))
            if isIdle { needed.removeAll { $0.index == positionColumn } }
        }
        return needed
    }

    private mutating func note(_ edits: [ChangeSet.Edit], of object: ManagedObject) {
        for reference in object.entity.references {
            guard let positionColumn = reference.positionColumn, let inverse = reference.inverse else { continue }
            let state = reference.state(in: object).pointee
            let owner = reference.owner(in: edits) ?? state.reference
            let edit = edits.first { $0.index == positionColumn }?.value
            let position = if case .real(let position)? = edit { position } else { state.position }
            if owner != state.reference {
                lists[List(owner: state.reference, index: inverse.index), default: Changes()].departed
                    .insert(object.number)
                lists[List(owner: owner, index: inverse.index), default: Changes()].arrivals
                    .append((object.number, position))
            } else if edit != nil {
                lists[List(owner: owner, index: inverse.index), default: Changes()].positions[object.number] = position
            }
        }
    }

    private mutating func noteArrival(_ number: Int64, _ schema: EntitySchema, _ value: (Int) -> StoredValue) {
        for reference in parent.entity(named: schema.name)?.references ?? [] {
            guard let column = reference.column, let positionColumn = reference.positionColumn,
                let inverse = reference.inverse,
                case .integer(let owner) = value(column), case .real(let position) = value(positionColumn)
            else { continue }
            lists[List(owner: owner, index: inverse.index)]?.arrivals.append((number, position))
        }
    }

    private func isIdle(_ changes: Changes, in list: List) throws -> Bool {
        guard !changes.positions.isEmpty, let owner = parent.objects[list.owner] else { return false }
        let relationship = owner.entity.relationships[list.index]
        guard let inverse = relationship.inverse else { return false }
        try ObjectGraph(context: parent).resolve(relationship, of: owner)
        let members = relationship.members(in: owner).filter { !changes.departed.contains($0.number) }
            .map { (number: $0.number, position: inverse.state(in: $0).pointee.position) }
        let moved = members.map { (number: $0.number, position: changes.positions[$0.number] ?? $0.position) }
        return Self.order(members + changes.arrivals) == Self.order(moved + changes.arrivals)
    }

    private static func order(_ members: [(number: Int64, position: Double)]) -> [Int64] {
        members.map { ($0.position.isNaN ? .infinity : $0.position, $0.number) }.sorted(by: <).map(\.1)
    }
}

extension RelationshipDescription {
    /// The number of what a to-one refers to by edits of an object, 0 for nothing; nil where they leave it alone.
    fileprivate func owner(in edits: [ChangeSet.Edit]) -> Int64? {
        guard let value = edits.first(where: { $0.index == column })?.value else { return nil }
        return if case .integer(let number) = value { number } else { 0 }
    }
}
