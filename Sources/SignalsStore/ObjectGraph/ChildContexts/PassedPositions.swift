/// The positions of a child's objects in lists whose order the members keep, when it saves through a context that has
/// changes of those lists itself: those changes stay pending, so a position is one among the members as they are saved.
struct PassedPositions {
    private struct List: Hashable {
        let owner: Int64
        /// The index of the relationship to many.
        let index: Int
    }

    /// A member that the child put into a list.
    private struct Arrival {
        let number: Int64
        let position: Double
        let column: Int
    }

    /// The positions by the number of the member and the column.
    private(set) var values: [Int64: [Int: StoredValue]] = [:]
    /// The members that the child put into such lists.
    private(set) var placed: Set<Int64> = []
    private let context: ManagedObjectContext
    private var arrivals: [List: [Arrival]] = [:]
    /// The members that the child took out of lists, or deleted.
    private var departed: [List: Set<Int64>] = [:]
    private let changed: [List: [ManagedObject]]
    private let deleted: Set<Int64>

    init(_ plan: AbsorptionPlan, in context: ManagedObjectContext) throws {
        self.context = context
        deleted = Set(plan.deletions.lazy.map(\.number))
        changed = Self.lists(changedIn: context)
        if changed.isEmpty { return }
        for page in plan.insertions { note(page) }
        for (object, edits) in plan.edits { note(edits, of: object, plan.placing[object.number]?.owners ?? [:]) }
        for list in changed.keys where arrivals[list] != nil {
            placed.formUnion(arrivals[list]?.map(\.number) ?? [])
            try assignPositions(in: list)
        }
    }

    /// The lists that a context has pending changes of, with the changed objects that were their members before.
    private static func lists(changedIn context: ManagedObjectContext) -> [List: [ManagedObject]] {
        var lists: [List: [ManagedObject]] = [:]
        if context.objects.pendingWithPositions == 0 { return [:] }
        for object in context.objects.pending where object.entity.hasPositions {
            for reference in object.entity.references {
                guard let inverse = reference.inverse, reference.positionColumn != nil,
                    object.status == .deleted || reference.isPositionChanged(in: object)
                else { continue }
                let list = List(owner: reference.state(in: object).pointee.reference, index: inverse.index)
                if lists[list] == nil { lists[list] = [] }
                lists[List(owner: reference.formerOwner(of: object), index: inverse.index), default: []].append(object)
            }
        }
        return lists
    }

    private mutating func note(_ page: RowPage) {
        guard let entity = context.entity(named: page.entity.name) else { return }
        for reference in entity.references {
            guard let column = reference.column, let positionColumn = reference.positionColumn,
                let inverse = reference.inverse
            else { continue }
            for row in page {
                guard case .integer(let owner) = row.value(at: column),
                    case .real(let position) = row.value(at: positionColumn)
                else { continue }
                arrivals[List(owner: owner, index: inverse.index), default: []].append(
                    Arrival(number: row.number, position: position, column: positionColumn))
            }
        }
    }

    /// - Parameter owners: those of the lists that the child put the object into, by the columns of its references.
    private mutating func note(
        _ edits: [ChangeSet.Edit], of object: ManagedObject, _ owners: [Int: StoredValue]
    ) {
        for reference in object.entity.references {
            guard let positionColumn = reference.positionColumn, let inverse = reference.inverse else { continue }
            let state = reference.state(in: object).pointee
            var owner = state.reference
            if let moved = edits.first(where: { $0.index == reference.column })?.value {
                departed[List(owner: owner, index: inverse.index), default: []].insert(object.number)
                owner = if case .integer(let number) = moved { number } else { 0 }
            } else if let column = reference.column, case .integer(let number)? = owners[column] {
                // The context may have it elsewhere, which is not saved now.
                owner = number
            }
            guard let edit = edits.first(where: { $0.index == positionColumn }), case .real(let position) = edit.value
            else {
                continue
            }
            arrivals[List(owner: owner, index: inverse.index), default: []].append(
                Arrival(number: object.number, position: position, column: positionColumn))
        }
    }

    private mutating func assignPositions(in list: List) throws {
        guard let owner = context.objects[list.owner], owner.status != .inserted, owner.status != .deleted,
            let arrivals = arrivals[list], let inverse = owner.entity.relationships[list.index].inverse
        else { return }
        let relationship = owner.entity.relationships[list.index]
        try ObjectGraph(context: context).resolve(relationship, of: owner)
        let present = relationship.members(in: owner)
        let saved = inverse.saved(present + (changed[list] ?? []), of: owner)
        let columns = Dictionary(arrivals.map { ($0.number, $0.column) }) { first, _ in first }
        let away = (departed[list] ?? []).union(deleted)
        var here = present.filter { columns[$0.number] == nil && !away.contains($0.number) }
            .map { ($0.number, inverse.state(in: $0).pointee.position) }
        here += arrivals.map { ($0.number, $0.position) }
        here.sort { ($0.1, $0.0) < ($1.1, $1.0) }
        let order = MergedOrder(base: present.map(\.number), here: here.map(\.0)).list(with: saved.map(\.number))
        assignPositions(order, columns, Dictionary(saved.map { ($0.number, $0.position) }) { first, _ in first })
    }

    /// Gives those members of a list that the child put there positions among the others, which keep theirs.
    private mutating func assignPositions(_ order: [Int64], _ columns: [Int64: Int], _ saved: [Int64: Double]) {
        let members = order.filter { columns[$0] != nil || saved[$0] != nil }
        let positions = OrderedPositions.respaced(members.map { columns[$0] == nil ? saved[$0] ?? .nan : .nan })
        let areKept = zip(members, positions).allSatisfy { columns[$0] != nil || saved[$0] == $1 }
        // Without room between two of them the position is as good as the one it has.
        guard areKept else { return }
        for (member, position) in zip(members, positions) {
            if let column = columns[member] { values[member, default: [:]][column] = .real(position) }
        }
    }
}

extension RelationshipDescription {
    /// The number of what an object's to-one referred to before that was changed here.
    fileprivate func formerOwner(of object: ManagedObject) -> Int64 {
        let own = object.entity.relationships[index]
        guard let column = own.column, let base = object.edits?.base[column] else {
            return own.state(in: object).pointee.reference
        }
        if case .integer(let number) = base { return number }
        return 0
    }

    /// The members that an owner's list had among some objects before they were changed here, in the order of then,
    /// with their positions.
    fileprivate func saved(
        _ objects: [ManagedObject], of owner: ManagedObject
    ) -> [(number: Int64, position: Double)] {
        var known: Set<Int64> = []
        return objects.filter { object in
            object.status != .inserted && formerOwner(of: object) == owner.number
                && known.insert(object.number).inserted
        }.map { ($0.number, formerPosition(of: $0)) }.sorted { ($0.1, $0.0) < ($1.1, $1.0) }
    }
}
