/// The treatment of each change of a child, decided before any is made.
struct AbsorptionPlan {
    var deletions: [ManagedObject] = []
    /// The objects that the child deleted and that the parent does not have any more. Pending changes may refer to
    /// them.
    private(set) var absent: Set<Int64> = []
    /// The new objects, without references to objects that the parent does not have.
    var insertions: [RowPage]
    /// The new objects whose values differ from the child's.
    var changedInsertions: [String: Set<Int64>] = [:]
    var edits: [(ManagedObject, [ChangeSet.Edit])] = []
    var restorations: [(ManagedObject?, ChangeSet.Update)] = []
    /// The ends of one-to-ones that follow the child's changes of the opposite ends.
    var paired: [(ManagedObject, ChangeSet.Edit)] = []
    /// The objects that the child deleted and that stay, since they were changed here.
    private(set) var kept: Set<ManagedObject> = []
    /// The objects that no rule deletes with those: what is kept, and what the child kept of what its own children deleted.
    private(set) var spared: Set<ManagedObject> = []
    private var keptNumbers: Set<Int64> = []
    /// The objects whose values are reported to the child.
    var surviving: [ManagedObject] = []
    /// The objects that the child changed and that stay deleted.
    var gone: Set<Int64> = []
    /// The links that are made and ended, and those that are not: an end is gone, or gave up its changes.
    var links: [LinkChange] = []
    var dropped: [LinkChange] = []
    /// The links that end and have an end that is gone: here they may be pending.
    var forgotten: [LinkChange] = []
    /// The orders of lists whose objects did not give up their changes.
    var orders: [LinkOrder] = []
    private(set) var droppedOrders: [LinkOrder] = []
    /// The changes of links that the parent has already.
    var made: [LinkChange] = []
    /// The ends that are gone, by the name of their entity.
    var missing: [String: RowNumbers] = [:]
    /// The objects that the rules of relationships delete with those that the child deleted, by the parent's view.
    private(set) var swept: [(number: Int64, entity: EntityDescription)] = []
    /// The ends of the links, held until those are made.
    private var ends: [ManagedObject] = []
    private var discarded: Set<Int64> = []
    /// The objects of the parent that get other values or links.
    var changed: [ManagedObject] { edits.map(\.0) + ends }

    /// The updates that give objects positions in lists, by the number.
    let placing: [Int64: ChangeSet.Update]

    private var found: [Int64: ManagedObject] = [:]

    init(_ changeSet: ChangeSet, in parent: ManagedObjectContext) throws(SaveError) {
        insertions = changeSet.insertions
        placing = Dictionary(changeSet.updates.lazy.filter { !$0.owners.isEmpty }.map { ($0.number, $0) }) { $1 }
        try find(changeSet, in: parent)
        try convertReturned(changeSet.mergePolicy, parent)
        try addDeletions(changeSet, parent)
        for update in changeSet.updates { try add(update, changeSet.mergePolicy, parent) }
        try resolveTargets(changeSet.mergePolicy, parent)
        // Pairs that are not taken over part no other pair.
        try settlePairs(changeSet.mergePolicy, parent)
        try addLinks(changeSet, parent)
        orders = changeSet.orders.filter { !discarded.contains($0.source) && !gone.contains($0.source) }
        droppedOrders = changeSet.orders.filter { discarded.contains($0.source) }
        swept = try AbsorptionRules(self, changeSet, in: parent).swept
    }

    /// Leaves out the positions in lists that change no order in the parent.
    mutating func leaveOutIdlePositions(in parent: ManagedObjectContext) throws(SaveError) {
        for (index, (object, changes)) in edits.enumerated() {
            guard let update = placing[object.number] else { continue }
            edits[index].1 = update.leavingOutPositionsElsewhere(changes, try parent.values(of: object))
        }
        let positions: AbsorbedPositions
        do { positions = try AbsorbedPositions(self, in: parent) } catch { throw SaveError(reading: error) }
        edits = edits.map { object, edits in (object, positions.needed(edits, of: object)) }
    }

    private mutating func resolveTargets(_ policy: MergePolicy, _ parent: ManagedObjectContext) throws(SaveError) {
        var coming = Set(insertions.lazy.flatMap(\.numbers))
        coming.formUnion(restorations.lazy.map(\.1.number))
        var targets = AbsorptionTargets(parent, policy, coming: coming)
        for (index, edit) in edits.enumerated() where edit.0.entity.hasReferences {
            edits[index].1 = try targets.resolve(edit.1, of: edit.0)
        }
        for (index, restoration) in restorations.enumerated() {
            let update = restoration.1
            guard let entity = parent.entity(named: update.entity.name), entity.hasReferences else { continue }
            try targets.resolve(update.number, entity) { update.allValues[$0] }
            for column in targets.emptied[update.number] ?? [] { restorations[index].1.allValues[column] = .null }
        }
        for (index, page) in insertions.enumerated() {
            guard let entity = parent.entity(named: page.entity.name), entity.hasReferences else { continue }
            for row in page { try targets.resolve(row.number, entity) { row.value(at: $0) } }
            let changed = Set(page.numbers.filter { targets.emptied[$0] != nil })
            if changed.isEmpty { continue }
            changedInsertions[entity.name, default: []].formUnion(changed)
            insertions[index] = page.emptied(targets.emptied)
        }
    }

    private mutating func find(_ changeSet: ChangeSet, in parent: ManagedObjectContext) throws(SaveError) {
        let rows = changeSet.deletions.map { ($0.entity, $0.number) } + changeSet.updates.map { ($0.entity, $0.number) }
        for (name, rows) in Dictionary(grouping: rows, by: \.0.name) {
            guard let entity = parent.entity(named: name) else { continue }
            do { found.merge(try parent.liveObjects(rows.map(\.1), in: entity)) { $1 } } catch {
                throw SaveError(reading: error, entityName: name)
            }
        }
    }

    /// Makes insertions of rows that came back edits of those that the parent has again.
    private mutating func convertReturned(
        _ policy: MergePolicy, _ parent: ManagedObjectContext
    ) throws(SaveError) {
        for (index, page) in insertions.enumerated() where page.bringsBackRows {
            guard let entity = parent.entity(named: page.entity.name) else { continue }
            let numbers = page.lazy.filter { $0.version > 1 }.map(\.number)
            let present: [Int64: ManagedObject]
            do { present = try parent.liveObjects(numbers, in: entity) } catch {
                throw SaveError(reading: error, entityName: entity.name)
            }
            if present.isEmpty { continue }
            for row in page {
                guard let object = present[row.number] else { continue }
                let values = try parent.values(of: object)
                surviving.append(object)
                switch policy.resolve(row, stored: values) {
                case .fail(let edit):
                    throw .conflict(edit, page.entity, object.anyObjectID, stored: values)
                case .write(let changes): edits.append((object, changes))
                default: break
                }
            }
            insertions[index] = page.leavingOut(Set(present.keys))
        }
        insertions.removeAll(where: \.isEmpty)
    }

    private mutating func addDeletions(
        _ changeSet: ChangeSet, _ parent: ManagedObjectContext
    ) throws(SaveError) {
        var conflicting: Set<Int64> = []
        var present: [Int64: [StoredValue]] = [:]
        for deletion in changeSet.deletions {
            guard let object = found[deletion.number] else {
                if parent.objects[deletion.number]?.status != .deleted { absent.insert(deletion.number) }
                continue
            }
            let values = try parent.values(of: object)
            present[deletion.number] = values
            if try isUnchanged(deletion, values, parent) { continue }
            switch changeSet.mergePolicy.resolutionOfDeletion {
            case .keep: conflicting.insert(deletion.number)
            case .fail: throw .conflict(nil, deletion.entity, object.anyObjectID, stored: values)
            default: break
            }
        }
        let lost = LostDeletions(conflicting, of: changeSet.deletions) { deletion in
            guard let values = present[deletion.number] else { return [] }
            let references = parent.entity(named: deletion.entity.name)?.references ?? []
            return references.compactMap { reference in
                guard reference.inverse?.deleteRule == .cascade, let column = reference.column,
                    case .integer(let owner) = values[column]
                else { return nil }
                return present[owner] == nil ? nil : owner
            }
        }
        for deletion in changeSet.deletions {
            guard let object = found[deletion.number] else { continue }
            if lost.numbers.contains(deletion.number) { kept.insert(object) } else { deletions.append(object) }
        }
        surviving += kept
        spared = kept
        keptNumbers = lost.numbers
        if changeSet.mergePolicy == .rollback { discarded.formUnion(conflicting) }
    }

    /// Returns the references of an object that decide what is deleted with it, without those to objects that are kept.
    func references(of deletion: ChangeSet.Deletion) -> [Int: StoredValue] {
        deletion.references.mapValues { value in
            guard case .integer(let number) = value, keptNumbers.contains(number) else { return value }
            return .null
        }
    }

    private mutating func add(
        _ update: ChangeSet.Update, _ policy: MergePolicy, _ parent: ManagedObjectContext
    ) throws(SaveError) {
        let object = found[update.number]
        var values: [StoredValue]?
        if let object {
            values = try parent.values(of: object)
            values = try judged(update, values ?? [], parent)
            surviving.append(object)
        }
        switch policy.resolve(update, stored: values) {
        case .fail(let edit):
            throw .conflict(edit, update.entity, parent.objectID(update.number, update.entity), stored: values)
        case .write(let changes): if let object { edits.append((object, changes)) }
        case .writeAll: addAll(update, object, values ?? [], parent)
        case .keep, .remove:
            discarded.insert(update.number)
            if object == nil { gone.insert(update.number) }
        case .leaveDeleted: gone.insert(update.number)
        }
    }

    private func isUnchanged(
        _ deletion: ChangeSet.Deletion, _ values: [StoredValue], _ parent: ManagedObjectContext
    ) throws(SaveError) -> Bool {
        do { return try deletion.isOf(values, isGone: isGone(in: deletion.entity, parent)) } catch {
            throw SaveError(reading: error, entityName: deletion.entity.name)
        }
    }

    private func judged(
        _ update: ChangeSet.Update, _ values: [StoredValue], _ parent: ManagedObjectContext
    ) throws(SaveError) -> [StoredValue] {
        do { return try update.judged(values, isGone: isGone(in: update.entity, parent)) } catch {
            throw SaveError(reading: error, entityName: update.entity.name)
        }
    }

    /// Returns a closure that is true if the parent has no object that a column of an entity referred to.
    private func isGone(
        in entity: EntitySchema, _ parent: ManagedObjectContext
    ) -> (Int64, Int) throws -> Bool {
        let references = parent.entity(named: entity.name)?.references ?? []
        return { number, column in
            guard let reference = references.first(where: { $0.column == column }) else { return false }
            return try parent.liveObjects([number], in: reference.target).isEmpty
        }
    }

    /// Adds the values that the child edited, and those that the parent has otherwise: one that is the same there may be
    /// pending, and is not the child's to store.
    ///
    /// - Parameter values: the parent's; none where it has no such object.
    private mutating func addAll(
        _ update: ChangeSet.Update, _ object: ManagedObject?, _ values: [StoredValue], _ parent: ManagedObjectContext
    ) {
        guard let object else { return restorations.append((parent.objects[update.number], update)) }
        let bases = Dictionary(update.edits.map { ($0.index, $0.base) }) { first, _ in first }
        let all = update.allValues.enumerated().compactMap { index, value -> ChangeSet.Edit? in
            if bases[index] == nil, values[index] == value { return nil }
            return ChangeSet.Edit(index: index, base: bases[index] ?? value, value: value)
        }
        edits.append((object, all))
    }

    /// Reads all that the links need, so that making them cannot fail.
    private mutating func addLinks(_ changeSet: ChangeSet, _ parent: ManagedObjectContext) throws(SaveError) {
        guard !changeSet.links.isEmpty || !changeSet.orders.isEmpty else { return }
        var coming = Set(changeSet.insertions.lazy.flatMap(\.numbers))
        coming.formUnion(restorations.lazy.map(\.1.number))
        let graph = ObjectGraph(context: parent)
        for change in changeSet.links where change.isImplied { try spare(change, graph, parent) }
        for change in changeSet.links where !change.isImplied {
            let relationships = graph.relationships(of: change.table)
            // A link change with an object that stays deleted is not one that the policy gave up.
            let isDiscarded = [change.source, change.target].contains { discarded.contains($0) && !gone.contains($0) }
            var missing: Int64?
            for (number, entities) in [
                (change.source, relationships.map(\.entity)), (change.target, relationships.map(\.relationship.target)),
            ] where !coming.contains(number) {
                if let end = try end(number, entities, parent) { ends.append(end) } else { missing = number }
            }
            if missing == nil, !isDiscarded {
                if try isMade(change, relationships, parent) { made.append(change) } else { links.append(change) }
            } else if changeSet.mergePolicy == .error, let missing, change.kind == .added {
                throw self.missing(missing, change, relationships, parent)
            } else {
                dropped.append(change)
                if !isDiscarded, change.kind == .removed { forgotten.append(change) }
                if let missing, let relationship = relationships.first {
                    let entity = missing == change.target ? relationship.relationship.target : relationship.entity
                    self.missing[entity.name, default: []].insert(missing)
                }
            }
        }
        for table in Set(changeSet.links.map(\.table) + changeSet.orders.map(\.table)) where table.isOrdered {
            let sources =
                changeSet.links.filter { $0.table == table }.map(\.source)
                + changeSet.orders.filter { $0.table == table }.map(\.source)
            for number in Set(sources) where !coming.contains(number) && needsList(of: number, table, changeSet, parent)
            {
                for (entity, relationship) in graph.relationships(of: table) {
                    guard let source = try end(number, [entity], parent) else { continue }
                    do { try graph.resolve(relationship, of: source) } catch { throw Self.failure(error, entity) }
                    ends.append(source)
                    break
                }
            }
        }
    }

    /// Notes the end of a link that the rule of the other end does not delete with that.
    private mutating func spare(
        _ change: LinkChange, _ graph: ObjectGraph, _ parent: ManagedObjectContext
    ) throws(SaveError) {
        let relationships = graph.relationships(of: change.table)
        let ends = [change.source, change.target]
        guard let deleted = deletions.first(where: { ends.contains($0.number) })?.number else { return }
        let member =
            deleted == change.source
            ? try end(change.target, relationships.map(\.relationship.target), parent)
            : try end(change.source, relationships.map(\.entity), parent)
        if let member { spared.insert(member) }
    }

    /// True if the child's changes need the order of a parent's list, which added and removed members do not.
    private func needsList(
        of source: Int64, _ table: JoinTable, _ changeSet: ChangeSet, _ parent: ManagedObjectContext
    ) -> Bool {
        if parent.history.isRecording { return true }
        return changeSet.orders.contains { order in
            guard order.table == table, order.source == source else { return false }
            return !order.isEnd
                || made.contains { $0.table == table && $0.source == source && order.targets.contains($0.target) }
        }
    }

    /// True if the parent has made the change already.
    private func isMade(
        _ change: LinkChange, _ relationships: [(entity: EntityDescription, relationship: RelationshipDescription)],
        _ parent: ManagedObjectContext
    ) throws(SaveError) -> Bool {
        guard let source = parent.objects[change.source], let target = parent.objects[change.target],
            let relationship = relationships.first(where: { $0.entity === source.entity })?.relationship
        else {
            // New and returning objects have no links.
            return change.kind == .removed
        }
        if let inverse = relationship.inverse, inverse.state(in: target).pointee.isResolved {
            return inverse.access.contains(source, at: inverse.address(in: target)) == (change.kind == .added)
        }
        // The end that the child changed it at is the one that it had read.
        if change.isMadeByTarget, !relationship.state(in: source).pointee.isResolved, let inverse = relationship.inverse
        {
            do { try ObjectGraph(context: parent).resolve(inverse, of: target) } catch {
                throw Self.failure(error, target.entity)
            }
            return inverse.access.contains(source, at: inverse.address(in: target)) == (change.kind == .added)
        }
        do { try ObjectGraph(context: parent).resolve(relationship, of: source) } catch {
            throw Self.failure(error, source.entity)
        }
        return relationship.access.contains(target, at: relationship.address(in: source)) == (change.kind == .added)
    }

    private func end(
        _ number: Int64, _ entities: [EntityDescription], _ parent: ManagedObjectContext
    ) throws(SaveError) -> ManagedObject? {
        for entity in entities {
            do { if let found = try parent.liveObjects([number], in: entity)[number] { return found } } catch {
                throw Self.failure(error, entity)
            }
        }
        return nil
    }

    private static func failure(_ error: any Error, _ entity: EntityDescription) -> SaveError {
        SaveError(reading: error, entityName: entity.name)
    }

    private func missing(
        _ number: Int64, _ change: LinkChange,
        _ relationships: [(entity: EntityDescription, relationship: RelationshipDescription)],
        _ parent: ManagedObjectContext
    ) -> SaveError {
        guard let (entity, relationship) = relationships.first else { return SaveError(.deletionConflict) }
        let isTarget = number == change.target
        let id = { (number: Int64, entity: EntityDescription) in
            AnyManagedObjectID(entityName: entity.name, store: parent.confinement.store, number: number)
        }
        let gone = id(number, isTarget ? relationship.target : entity)
        let holder = isTarget ? id(change.source, entity) : id(change.target, relationship.target)
        return SaveError(
            .relatedObjectDeleted(gone), entityName: isTarget ? entity.name : relationship.target.name,
            attributeName: isTarget ? relationship.name : relationship.inverse?.name, objectIDs: [holder])
    }
}

extension RowPage {
    /// The rows with nothing in some columns of theirs.
    func emptied(_ columns: [Int64: Set<Int>]) -> RowPage {
        replacing(columns.mapValues { columns in Dictionary(columns.map { ($0, .null) }) { first, _ in first } })
    }

    /// The rows with other values in some columns of theirs.
    func replacing(_ values: [Int64: [Int: StoredValue]]) -> RowPage {
        if !numbers.contains(where: { values[$0] != nil }) { return self }
        var new = RowPageBuilder(entity, capacity: count)
        for row in self {
            new.beginRow(number: row.number, version: row.version)
            for (column, value) in row.values.enumerated() { new.append(values[row.number]?[column] ?? value) }
        }
        return new.finish()
    }
}
