/// A child's changes, as a context passes them on to its own destination.
struct Passage {
    var changeSet: ChangeSet
    var edited: [(ManagedObject, [ChangeSet.Edit])]
    private(set) var deleted: [ManagedObject]
    /// The objects that the child deleted and that no store has any more.
    let absent: Set<Int64>
    var surviving: [ManagedObject]
    var gone: Set<Int64>
    /// The ends of one-to-ones that are changed in the context alone, where it had them lead elsewhere without saving that.
    let paired: [(ManagedObject, ChangeSet.Edit)]
    /// The ends of one-to-ones that are made to refer to nothing where the context saves to, with their columns.
    private(set) var parted: [(ManagedObject, Int)] = []
    /// The objects whose positions in lists differ from those that the child gave them.
    let moved: Set<Int64>
    /// The positions that the child gave members of lists of which something is pending in the context: those among
    /// these changes. Members that it added come where other contexts' members do.
    let placed: [(ManagedObject, [ChangeSet.Edit])]

    init(_ changes: ChangeSet, through context: ManagedObjectContext) throws(SaveError) {
        let plan = try AbsorptionPlan(changes, in: context)
        // The context would have to give up its own pending deletion of such an object.
        if let (_, update) = plan.restorations.first(where: { $0.0 != nil }) {
            throw .conflict(nil, update.entity, context.objectID(update.number, update.entity), stored: nil)
        }
        for page in plan.insertions {
            for number in page.numbers where context.objects[number]?.status == .deleted {
                throw .conflict(nil, page.entity, context.objectID(number, page.entity), stored: nil)
            }
        }
        let positions: PassedPositions
        do { positions = try PassedPositions(plan, in: context) } catch { throw SaveError(reading: error) }
        moved = Set(positions.values.keys)
        placed = plan.edits.filter { positions.placed.contains($0.0.number) }.map { object, edits in
            let moved = object.entity.references.filter { reference in edits.contains { $0.index == reference.column } }
            let columns = Set(object.entity.references.map(\.positionColumn)).subtracting(moved.map(\.positionColumn))
            return (object, edits.filter { columns.contains($0.index) })
        }
        edited = try plan.edits.map { object, edits throws(SaveError) in
            let edits = Self.moved(edits, positions.values[object.number])
            guard let update = plan.placing[object.number] else { return (object, edits) }
            return (object, update.leavingOutPositionsElsewhere(edits, try context.baseValues(of: object)))
        }
        deleted = plan.deletions
        absent = plan.absent
        paired = plan.paired
        surviving = plan.surviving
        gone = plan.gone
        changeSet = ChangeSet()
        changeSet.contextName = changes.contextName
        changeSet.mergePolicy = context.mergePolicy
        changeSet.insertions =
            plan.insertions.map { $0.replacing(positions.values) } + Self.insertions(from: plan.restorations.map(\.1))
        changeSet.joining = context.joining(
            of: plan.insertions, changeSet.mergePolicy, found: changes.joining?.found ?? [])
        // A link to what the context is to delete is stored still, and its deletion may be taken back.
        let leaving = plan.forgotten.filter { link in
            let ends = [link.source, link.target]
            return ends.contains { context.objects[$0]?.status == .deleted } && plan.gone.isDisjoint(with: ends)
        }
        changeSet.links = plan.links + plan.made + leaving
        do { changeSet.links += try Self.sparing(plan, in: context) } catch { throw SaveError(reading: error) }
        changeSet.orders = plan.orders
        endStoredPairs(plan)
        let makers = Set(changes.updates.lazy.filter(\.makesLinks).map(\.number))
        try requireSaved(makers, context)
        try requireMembersSaved(context)
        try requireNoJoin(context)
        for (object, edits) in edited {
            try add(edits, of: object, makesLinks: makers.contains(object.number), context)
        }
        try partFormerPairs(context)
        let own = Dictionary(changes.deletions.map { ($0.number, $0) }) { first, _ in first }
        for object in deleted {
            var deletion = try context.deletion(object)
            deletion.references = Self.references(of: object, deletion, own[object.number], plan)
            deletion.causes = own[object.number]?.causes ?? []
            changeSet.deletions.append(deletion)
        }
    }

    /// Saves the ends of one-to-ones of which another partner is stored than the one that the child takes away: the context
    /// has nothing else pending there any more.
    private mutating func endStoredPairs(_ plan: AbsorptionPlan) {
        for (object, edit) in plan.paired where edit.value.isNull && object.status == .updated {
            guard let stored = object.edits?.base[edit.index], !stored.isNull, stored != edit.base else { continue }
            if let index = edited.firstIndex(where: { $0.0 === object }) {
                edited[index].1.append(edit)
            } else {
                edited.append((object, [edit]))
            }
        }
    }

    /// Notes which deletions a merge policy gave up: these objects stay, with all that they had.
    mutating func keep(where isKept: (ManagedObject) -> Bool) {
        surviving += deleted.filter(isKept)
        deleted.removeAll(where: isKept)
    }

    /// The references that decide what is deleted with an object: those that the child edited, and those whose own rule
    /// deletes objects that the child does not have.
    private static func references(
        of object: ManagedObject, _ deletion: ChangeSet.Deletion, _ own: ChangeSet.Deletion?, _ plan: AbsorptionPlan
    ) -> [Int: StoredValue] {
        var references = own.map(plan.references) ?? [:]
        guard let (known, present) = own?.base.flatMap({ known in deletion.base.map { (known, $0) } }) else {
            return references
        }
        for reference in object.entity.references where reference.deleteRule == .cascade {
            guard let column = reference.column, known[column] != present[column] else { continue }
            if references[column] == nil { references[column] = present[column] }
        }
        return references
    }

    /// Returns the ends of the links through which deletions would cascade to objects that the child's policy keeps.
    ///
    /// - Throws: `FetchError`.
    private static func sparing(_ plan: AbsorptionPlan, in context: ManagedObjectContext) throws -> [LinkChange] {
        let kept = plan.spared.filter { $0.status != .inserted }
        if kept.isEmpty { return [] }
        let graph = ObjectGraph(context: context)
        var changes: [LinkChange] = []
        for object in plan.deletions {
            for relationship in object.entity.relationships where relationship.deleteRule == .cascade {
                guard case .links(let table, let side) = relationship.storage else { continue }
                try graph.resolve(relationship, of: object)
                changes += relationship.members(in: object).filter(kept.contains).map { member in
                    let ends = (object.number, member.number)
                    let (source, target) = side == .source ? ends : (ends.1, ends.0)
                    return LinkChange(table: table, kind: .removed, source: source, target: target, isImplied: true)
                }
            }
        }
        return changes
    }

    private static func moved(_ edits: [ChangeSet.Edit], _ positions: [Int: StoredValue]?) -> [ChangeSet.Edit] {
        guard let positions else { return edits }
        return edits.map { ChangeSet.Edit(index: $0.index, base: $0.base, value: positions[$0.index] ?? $0.value) }
    }

    /// Rows that are stored again.
    private static func insertions(from updates: [ChangeSet.Update]) -> [RowPage] {
        updates.map { update in
            var page = RowPageBuilder(update.entity, capacity: 1)
            page.beginRow(number: update.number, version: RowVersion.afterDeletion())
            for value in update.allValues { page.append(value) }
            return page.finish()
        }
    }

    /// Makes sure that nothing is changed, deleted or referred to that the context has not saved itself.
    ///
    /// - Parameter makers: the objects whose links the child changed itself, also to what is gone.
    private func requireSaved(_ makers: Set<Int64>, _ context: ManagedObjectContext) throws(SaveError) {
        for (object, edits) in edited where !edits.isEmpty || makers.contains(object.number) {
            try requireSaved(object.number, context)
        }
        for object in deleted { try requireSaved(object.number, context) }
        for (object, edits) in edited {
            for edit in edits where object.entity.attributes[edit.index].type == .reference {
                if case .integer(let target) = edit.value { try requireSaved(target, context) }
            }
        }
        for page in changeSet.insertions where page.refersToOthers {
            let columns = page.entity.attributes.indices.filter { page.entity.attributes[$0].type == .reference }
            for row in page {
                for column in columns {
                    if case .integer(let target) = row.value(at: column) { try requireSaved(target, context) }
                }
            }
        }
        for change in changeSet.links {
            try requireSaved(change.source, context)
            try requireSaved(change.target, context)
        }
    }

    private func requireSaved(_ number: Int64, _ context: ManagedObjectContext) throws(SaveError) {
        guard let object = context.objects[number], object.status == .inserted else { return }
        throw Self.unsaved(object)
    }

    /// Sets the other ends of former one-to-ones to nil where the context has other partners for them, which are not saved
    /// with this: both ends have to agree where the changes go.
    private mutating func partFormerPairs(_ context: ManagedObjectContext) throws(SaveError) {
        var ends: [(former: Int64, reference: RelationshipDescription, number: Int64)] = []
        for update in changeSet.updates {
            guard let references = context.entity(named: update.entity.name)?.references else { continue }
            for edit in update.edits {
                guard case .integer(let former) = edit.base,
                    let reference = references.first(where: { $0.column == edit.index }),
                    reference.inverse?.isToOne == true
                else { continue }
                ends.append((former, reference, update.number))
            }
        }
        if ends.isEmpty { return }
        var indexes = Dictionary(changeSet.updates.enumerated().map { ($1.number, $0) }) { first, _ in first }
        let leaving = Set(deleted.lazy.map(\.number))
        for (former, reference, number) in ends where !leaving.contains(former) {
            guard let other = try? context.object(at: former, reference.target),
                let column = reference.inverse.flatMap({ other.entity.relationships[$0.index].column })
            else { continue }
            let index = indexes[former]
            if let index, changeSet.updates[index].edits.contains(where: { $0.index == column }) { continue }
            guard try context.baseValues(of: other)[column] == .integer(number) else { continue }
            let parting = ChangeSet.Edit(index: column, base: .integer(number), value: .null)
            if let index {
                changeSet.updates[index].add(parting)
            } else {
                indexes[former] = changeSet.updates.count
                try add([parting], of: other, makesLinks: false, context)
            }
            parted.append((other, column))
        }
    }

    /// Adds an update with the edits as changes of the committed values, whatever is pending in the context.
    private mutating func add(
        _ edits: [ChangeSet.Edit], of object: ManagedObject, makesLinks: Bool, _ context: ManagedObjectContext
    ) throws(SaveError) {
        var all = try context.baseValues(of: object)
        let changes = edits.compactMap { edit in
            let base = all[edit.index]
            all[edit.index] = edit.value
            return base == edit.value ? nil : ChangeSet.Edit(index: edit.index, base: base, value: edit.value)
        }
        guard !changes.isEmpty || makesLinks else { return }
        changeSet.updates.append(
            ChangeSet.Update(
                entity: context.schema(of: object), number: object.number,
                baseVersion: object.edits?.baseVersion ?? object.version, edits: changes,
                makesLinks: makesLinks, allValues: context.mergePolicy.needsAllValues ? all : []))
    }
}
