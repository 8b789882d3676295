import Foundation

extension ManagedObjectContext {
    /// Who an object is that is being made: that of the row it is made for, or a new one.
    func nextIdentity(for type: ManagedObject.Type) -> ObjectIdentity {
        if let identity = objects.nextIdentity, identity.entity.type == type {
            objects.nextIdentity = nil
            return identity
        }
        let entity = entity(for: type)
        guard case .store(let coordinator, _) = source else {
            return ObjectIdentity(entity: entity, number: 0, version: 0, status: .gone)
        }
        verify("insertion of a \(entity.name)")
        // Where the store cannot give a number, as on a full disk, a random one does: the save reports what is wrong.
        let number = (try? coordinator.nextNumber()) ?? Int64.random(in: 1 << 54..<1 << 55)
        return ObjectIdentity(entity: entity, number: number, version: 0, status: .inserted)
    }

    func register(_ object: ManagedObject) {
        guard case .store = source else { return }
        objects.add(object)
    }

    func note(_ object: ManagedObject, _ status: ObjectStatus) { objects.set(status, of: object) }

    /// The value of an attribute before its first edit.
    func committedValue(of attribute: AttributeDescription, in object: ManagedObject) -> StoredValue {
        do { return try attribute.storedValue(in: object) } catch {
            fatalError(
                "\(object.entity.name).\(attribute.name) was read from the store and cannot be encoded: \(error)")
        }
    }

    /// Deletes an object with the next save. An object that was never saved is forgotten at once.
    ///
    /// Runs on the context's queue. Deleting an object twice does nothing; an object of another context stops the
    /// program.
    public func delete(_ object: ManagedObject) {
        verify("delete(_:)")
        guard object.confinement === confinement else {
            fatalError(
                "A \(object.entity.name) was deleted in a context it does not belong to. Fetch it here first, with "
                    + "existingObject(with: object.objectID).")
        }
        switch object.status {
        case .clean, .updated:
            objects.set(.deleted, of: object)
            ObjectGraph(context: self).settleDeletion(of: object)
        case .inserted:
            ObjectGraph(context: self).settleDeletion(of: object)
            objects.remove(object)
        case .deleted, .gone: break
        }
    }

    /// Takes back all changes since the last save: new objects are forgotten, changed ones have the values that were
    /// read, deleted ones are back. Runs on the context's queue.
    public func rollback() {
        verify("rollback()")
        for object in objects.pending {
            if object.status == .inserted { objects.remove(object) } else { revert(object) }
        }
    }

    func revert(_ object: ManagedObject) {
        object.revertRelationships()
        if let edits = object.edits {
            for (index, value) in edits.base { object.assignStored(value, at: index) }
            if edits.baseVersion != object.version {
                object.version = edits.baseVersion
                markStale(object)
            }
        }
        object.clearEdits()
        objects.set(.clean, of: object)
    }
}

extension ManagedObject {
    /// Puts back a value that came out of the object.
    final func assignStored(_ value: StoredValue, at index: Int) {
        do { try entity.properties[index].assign(value, in: self) } catch {
            fatalError("\(entity.name).\(entity.properties[index].name) does not accept its own value back: \(error)")
        }
    }

    /// Forgets which attributes were edited; their values stay.
    final func clearEdits() {
        for index in entity.slots.indices { entity.slots[index].setChanged(false, in: self) }
        for attribute in entity.transients { attribute.setChanged(false, in: self) }
        edits = nil
        clearRelationshipEdits()
    }
}
