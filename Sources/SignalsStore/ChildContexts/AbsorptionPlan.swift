/// What becomes of each change of a child, decided before any is made.
struct AbsorptionPlan {
    var deletions: [ManagedObject] = []
    var edits: [(ManagedObject, [ChangeSet.Edit])] = []
    var restorations: [(ManagedObject?, ChangeSet.Update)] = []
    /// The objects whose values the child is told.
    var surviving: [ManagedObject] = []
    /// The objects that the child changed and that stay deleted.
    var gone: Set<Int64> = []
    /// The links that are made and ended, and those that are not: an end is gone, or gave up its changes.
    var links: [LinkChange] = []
    var dropped: [LinkChange] = []
    /// The ends that are gone, by the name of their entity.
    var missing: [String: Set<Int64>] = [:]
    /// The ends of the links, held until those are made.
    private var ends: [ManagedObject] = []
    private var discarded: Set<Int64> = []

    private var found: [Int64: ManagedObject] = [:]

    init(_ changeSet: ChangeSet, in parent: ManagedObjectContext) throws(SaveError) {
        try find(changeSet, in: parent)
        try addDeletions(changeSet, parent)
        for update in changeSet.updates { try add(update, changeSet.mergePolicy, parent) }
        try addLinks(changeSet, parent)
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

    private mutating func addDeletions(
        _ changeSet: ChangeSet, _ parent: ManagedObjectContext
    ) throws(SaveError) {
        var conflicting: Set<Int64> = []
        var present: [Int64: [StoredValue]] = [:]
        for deletion in changeSet.deletions {
            guard let object = found[deletion.number] else { continue }
            let values = try parent.values(of: object)
            present[deletion.number] = values
            if deletion.isOf(values, isGone: { target, _ in parent.isKnownToBeGone(target) }) { continue }
            switch changeSet.mergePolicy.resolutionOfDeletion {
            case .keep: conflicting.insert(deletion.number)
            case .fail: throw .conflict(nil, deletion.entity, object.anyObjectID, stored: values)
            default: break
            }
        }
        let lost = LostDeletions(conflicting, of: changeSet.deletions) { deletion in
            zip(deletion.entity.attributes, present[deletion.number] ?? []).contains { attribute, value in
                attribute.type == .reference && deletion.cause.map { value == .integer($0) } ?? false
            }
        }
        for deletion in changeSet.deletions {
            guard let object = found[deletion.number] else { continue }
            if lost.numbers.contains(deletion.number) { surviving.append(object) } else { deletions.append(object) }
        }
    }

    private mutating func add(
        _ update: ChangeSet.Update, _ policy: MergePolicy, _ parent: ManagedObjectContext
    ) throws(SaveError) {
        let object = found[update.number]
        var values: [StoredValue]?
        if let object {
            values = try parent.values(of: object)
            values = values.map { update.judged($0) { target, _ in parent.isKnownToBeGone(target) } }
            surviving.append(object)
        }
        switch policy.resolve(update, stored: values) {
        case .fail(let edit):
            throw .conflict(edit, update.entity, parent.objectID(update.number, update.entity), stored: values)
        case .write(let changes): if let object { edits.append((object, changes)) }
        case .writeAll: addAll(update, object, parent)
        case .keep, .remove:
            discarded.insert(update.number)
            if object == nil { gone.insert(update.number) }
        }
    }

    private mutating func addAll(
        _ update: ChangeSet.Update, _ object: ManagedObject?, _ parent: ManagedObjectContext
    ) {
        guard let object else { return restorations.append((parent.objects[update.number], update)) }
        let all = update.allValues.enumerated().map { ChangeSet.Edit(index: $0, base: $1, value: $1) }
        edits.append((object, all))
    }

    /// Reads all that links are made of, so that nothing can fail when they are.
    private mutating func addLinks(_ changeSet: ChangeSet, _ parent: ManagedObjectContext) throws(SaveError) {
        guard !changeSet.links.isEmpty || !changeSet.orders.isEmpty else { return }
        var coming = Set(changeSet.insertions.lazy.flatMap(\.numbers))
        coming.formUnion(restorations.lazy.map(\.1.number))
        let graph = ObjectGraph(context: parent)
        for change in changeSet.links {
            let relationships = graph.relationships(of: change.table)
            let isDiscarded = discarded.contains(change.source) || discarded.contains(change.target)
            var missing: Int64?
            for (number, entities) in [
                (change.source, relationships.map(\.entity)), (change.target, relationships.map(\.relationship.target)),
            ] where !coming.contains(number) {
                if let end = try end(number, entities, parent) { ends.append(end) } else { missing = number }
            }
            if missing == nil, !isDiscarded {
                links.append(change)
            } else if changeSet.mergePolicy == .error, let missing, change.kind == .added {
                throw self.missing(missing, change, relationships, parent)
            } else {
                dropped.append(change)
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
            for number in Set(sources) where !coming.contains(number) {
                for (entity, relationship) in graph.relationships(of: table) {
                    guard let source = try end(number, [entity], parent) else { continue }
                    do { try graph.resolve(relationship, of: source) } catch { throw Self.failure(error, entity) }
                    ends.append(source)
                    break
                }
            }
        }
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
