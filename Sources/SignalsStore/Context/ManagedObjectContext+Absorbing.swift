// What a child context saves. Runs on the parent's queue.
extension ManagedObjectContext {
    /// Makes a child's changes changes of this context, all of them or none, as one step of `undo()`.
    func absorb(_ changeSet: ChangeSet, from child: ManagedObjectContext) throws(SaveError) -> CommitOutcome {
        let result = performAndWait { () -> Result<CommitOutcome, SaveError> in
            let result = Result { () throws(SaveError) in try absorb(changeSet) }
            if case .success = result { tellChildren(CommitNotice(changeSet), except: child) }
            return result
        }
        return try result.get()
    }

    private func absorb(_ changeSet: ChangeSet) throws(SaveError) -> CommitOutcome {
        requireWritable("A child context saved")
        let plan = try AbsorptionPlan(changeSet, in: self)
        var outcome = CommitOutcome()
        undoGrouping {
            for deletion in plan.deletions { remove(deletion) }
            for (object, edits) in plan.edits { for edit in edits { write(edit.value, at: edit.index, of: object) } }
            for page in changeSet.insertions { for row in page { insert(row) } }
            for (object, update) in plan.restorations { restore(object, update) }
        }
        exports += 1
        for object in plan.surviving {
            outcome.versions[object.number] = exports
            outcome.merged[object.number] = try values(of: object)
        }
        for page in changeSet.insertions { for number in page.numbers { outcome.versions[number] = exports } }
        outcome.deleted = plan.gone
        return outcome
    }

    /// Assigns what is not so already.
    private func write(_ value: StoredValue, at index: Int, of object: ManagedObject) {
        let attribute = object.entity.attributes[index]
        if (try? attribute.storedValue(in: object)) == value { return }
        willAssign(attribute, of: object)
        object.assignStored(value, at: index)
    }

    private func insert(_ row: RowPage.Row) {
        let entity = entity(named: row.page.entity.name)!
        let object = objects[row.number] ?? blankObject(row.number, entity)
        if object.status == .loading {
            for index in entity.attributes.indices { object.assignStored(row.value(at: index), at: index) }
            return adopt(object)
        }
        // One that was deleted here, and that the child brought back.
        bringBack(object)
        for index in entity.attributes.indices { write(row.value(at: index), at: index, of: object) }
    }

    /// Writes all values of an object that the policy keeps although it is deleted here.
    private func restore(_ object: ManagedObject?, _ update: ChangeSet.Update) {
        let entity = entity(named: update.entity.name)!
        let object = object ?? blankObject(update.number, entity)
        if object.status == .loading {
            for (index, value) in update.allValues.enumerated() { object.assignStored(value, at: index) }
            return adopt(object)
        }
        bringBack(object)
        for (index, value) in update.allValues.enumerated() { write(value, at: index, of: object) }
    }

    private func blankObject(_ number: Int64, _ entity: EntityDescription) -> ManagedObject {
        objects.nextIdentity = ObjectIdentity(entity: entity, number: number, version: 0, status: .loading)
        return entity.type.init(context: self)
    }

    /// Makes a blank object a new one.
    private func adopt(_ object: ManagedObject) {
        objects.insert(object)
        history.record(.inserted(object))
        didChange(object)
    }
}

/// What becomes of each change of a child, decided before any is made.
private struct AbsorptionPlan {
    var deletions: [ManagedObject] = []
    var edits: [(ManagedObject, [ChangeSet.Edit])] = []
    var restorations: [(ManagedObject?, ChangeSet.Update)] = []
    /// The objects whose values the child is told.
    var surviving: [ManagedObject] = []
    /// The objects that the child changed and that stay deleted.
    var gone: Set<Int64> = []

    private var found: [Int64: ManagedObject] = [:]

    init(_ changeSet: ChangeSet, in parent: ManagedObjectContext) throws(SaveError) {
        try find(changeSet, in: parent)
        for deletion in changeSet.deletions { try add(deletion, changeSet.mergePolicy, parent) }
        for update in changeSet.updates { try add(update, changeSet.mergePolicy, parent) }
    }

    private mutating func find(_ changeSet: ChangeSet, in parent: ManagedObjectContext) throws(SaveError) {
        let rows = changeSet.deletions.map { ($0.entity, $0.number) } + changeSet.updates.map { ($0.entity, $0.number) }
        for (name, rows) in Dictionary(grouping: rows, by: \.0.name) {
            guard let entity = parent.entity(named: name) else { continue }
            do { found.merge(try parent.liveObjects(rows.map(\.1), in: entity)) { $1 } } catch {
                throw SaveError(.store(reason: "\(error)"), entityName: name)
            }
        }
    }

    private mutating func add(
        _ deletion: ChangeSet.Deletion, _ policy: MergePolicy, _ parent: ManagedObjectContext
    ) throws(SaveError) {
        guard let object = found[deletion.number] else { return }
        let values = try parent.values(of: object)
        let resolution = values == deletion.base ? .remove : policy.resolutionOfDeletion
        switch resolution {
        case .keep: surviving.append(object)
        case .fail: throw .conflict(nil, deletion.entity, object.anyObjectID, stored: values)
        default: deletions.append(object)
        }
    }

    private mutating func add(
        _ update: ChangeSet.Update, _ policy: MergePolicy, _ parent: ManagedObjectContext
    ) throws(SaveError) {
        let object = found[update.number]
        var values: [StoredValue]?
        if let object {
            values = try parent.values(of: object)
            surviving.append(object)
        }
        switch policy.resolve(update, stored: values) {
        case .fail(let edit):
            let id = AnyManagedObjectID(
                entityName: update.entity.name, store: parent.confinement.store, number: update.number)
            throw .conflict(edit, update.entity, id, stored: values)
        case .write(let changes): if let object { edits.append((object, changes)) }
        case .writeAll: addAll(update, object, parent)
        case .keep, .remove: if object == nil { gone.insert(update.number) }
        }
    }

    private mutating func addAll(
        _ update: ChangeSet.Update, _ object: ManagedObject?, _ parent: ManagedObjectContext
    ) {
        guard let object else { return restorations.append((parent.objects[update.number], update)) }
        let all = update.allValues.enumerated().map { ChangeSet.Edit(index: $0, base: $1, value: $1) }
        edits.append((object, all))
    }
}
