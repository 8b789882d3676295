import Foundation

extension ManagedObjectContext {
    /// Saves all changes in one transaction, and returns when they are on disk and readable by other contexts.
    ///
    /// Runs on the context's queue, which it blocks meanwhile. Without changes it returns at once.
    ///
    /// - Throws: `SaveError`; then nothing was saved, and the changes are still here.
    public func save() throws(SaveError) {
        verify("save()")
        guard let changeSet = try prepareSave() else { return }
        finish(changeSet.isEmpty ? CommitOutcome() : try coordinator.commit(changeSet, from: self))
    }

    /// What `save()` commits; nil when there is nothing to save.
    func prepareSave() throws(SaveError) -> ChangeSet? {
        guard !objects.pending.isEmpty else { return nil }
        do { try applyInbox() } catch { throw SaveError(.store(reason: "\(error)")) }
        return try makeChangeSet()
    }

    private func makeChangeSet() throws(SaveError) -> ChangeSet {
        var changeSet = ChangeSet()
        changeSet.contextName = name
        var insertions = InsertionPages(coordinator)
        for object in objects.pendingInOrder {
            switch object.status {
            case .inserted: try insertions.append(object)
            case .updated: try update(object).map { changeSet.updates.append($0) }
            case .deleted:
                changeSet.deletions.append(
                    ChangeSet.Deletion(entity: schema(of: object), number: object.number, baseVersion: object.version))
            case .clean, .gone: break
            }
        }
        changeSet.insertions = insertions.finish()
        try RelationshipChanges(objects.pendingInOrder).add(to: &changeSet)
        return changeSet
    }

    private func schema(of object: ManagedObject) -> EntitySchema { coordinator.schema(of: object.entity) }

    /// What was edited and is not as before; nil when all is as it was.
    private func update(_ object: ManagedObject) throws(SaveError) -> ChangeSet.Update? {
        guard let edits = object.edits else { return nil }
        var changes: [ChangeSet.Edit] = []
        let columns = edits.base.filter { $0.key < object.entity.attributes.count }
        for (index, base) in columns.sorted(by: { $0.key < $1.key }) {
            let value = try encoded(object.entity.attributes[index], of: object)
            if value != base { changes.append(ChangeSet.Edit(index: index, base: base, value: value)) }
        }
        guard !changes.isEmpty else { return nil }
        return ChangeSet.Update(
            entity: schema(of: object), number: object.number, baseVersion: edits.baseVersion, edits: changes)
    }

    private func encoded(_ attribute: AttributeDescription, of object: ManagedObject) throws(SaveError) -> StoredValue {
        do { return try attribute.storedValue(in: object) } catch {
            throw SaveError(
                .unencodable(reason: "\(error)"), entityName: object.entity.name, attributeName: attribute.name,
                objectIDs: [object.anyObjectID])
        }
    }

    /// Makes the objects what the store now holds.
    func finish(_ outcome: CommitOutcome) {
        let saved = objects.takePending()
        for object in saved {
            if object.status == .deleted {
                object.status = .gone
                object.edits = nil
                object.breakRelationships()
                continue
            }
            object.version = object.status == .inserted ? 1 : outcome.versions[object.number] ?? object.version
            object.clearEdits()
            object.status = .clean
            if outcome.merged.isEmpty { continue }
            // A value that this build's type refuses stays as it was here; the next fetch reports it.
            if let values = outcome.merged[object.number] {
                let references = ReferencesBefore(object)
                defer { references.follow(in: self) }
                for (index, value) in values.enumerated() {
                    try? object.entity.attributes[index].assign(value, in: object)
                }
            }
        }
        objects.letGo(saved)
        note(outcome.consequences)
    }
}

extension ManagedObject {
    final var anyObjectID: AnyManagedObjectID {
        AnyManagedObjectID(entityName: entity.name, store: confinement.store, number: number)
    }
}
