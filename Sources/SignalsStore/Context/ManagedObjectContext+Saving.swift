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
        var pages: [String: RowPageBuilder] = [:]
        for object in objects.pending.sorted(by: { $0.number < $1.number }) {
            switch object.status {
            case .inserted:
                try encode(object, into: &pages[object.entity.name, default: RowPageBuilder(schema(of: object))])
            case .updated: try update(object).map { changeSet.updates.append($0) }
            case .deleted:
                changeSet.deletions.append(
                    ChangeSet.Deletion(entity: schema(of: object), number: object.number, baseVersion: object.version))
            case .clean, .gone: break
            }
        }
        changeSet.insertions = pages.keys.sorted().compactMap { pages[$0]?.finish() }
        return changeSet
    }

    private func schema(of object: ManagedObject) -> EntitySchema { coordinator.schema(of: object.entity) }

    private func encode(_ object: ManagedObject, into page: inout RowPageBuilder) throws(SaveError) {
        page.beginRow(number: object.number, version: 1)
        for attribute in object.entity.attributes { page.append(try encoded(attribute, of: object)) }
    }

    /// What was edited and is not as before; nil when all is as it was.
    private func update(_ object: ManagedObject) throws(SaveError) -> ChangeSet.Update? {
        guard let edits = object.edits else { return nil }
        var changes: [ChangeSet.Edit] = []
        for (index, base) in edits.base.sorted(by: { $0.key < $1.key }) {
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
        for object in objects.pending {
            if object.status == .deleted {
                objects.remove(object)
                continue
            }
            object.version = object.status == .inserted ? 1 : outcome.versions[object.number] ?? object.version
            object.clearEdits()
            objects.set(.clean, of: object)
            // A value that this build's type refuses stays as it was here; the next fetch reports it.
            if let values = outcome.merged[object.number] {
                for (index, value) in values.enumerated() {
                    try? object.entity.attributes[index].assign(value, in: object)
                }
            }
        }
    }
}

extension ManagedObject {
    final var anyObjectID: AnyManagedObjectID {
        AnyManagedObjectID(entityName: entity.name, store: confinement.store, number: number)
    }
}
