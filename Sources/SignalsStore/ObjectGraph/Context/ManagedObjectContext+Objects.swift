import Foundation

extension ManagedObjectContext {
    /// Returns the identity of the object under construction: that of the row it stands for, or a new one.
    func nextIdentity(for type: ManagedObject.Type) -> ObjectIdentity {
        if let identity = registry.nextIdentity, identity.entity.type == type {
            registry.nextIdentity = nil
            return identity
        }
        if confinement.isPrototype {
            return ObjectIdentity(entity: entity(for: type), number: 0, version: 0, status: .gone)
        }
        let target = insertionTarget(for: type)
        verify("insertion of a \(target.entity.name)")
        requireWritable("\(target.entity.name) was inserted")
        // The store that could not give one is not asked again for each object.
        let (number, failure) = target.nextNumber(after: insertions.unnumbered.first?.value)
        if let failure { insertions.note(failure, for: number) }
        return ObjectIdentity(entity: target.entity, number: number, version: 0, status: .inserted)
    }

    private func insertionTarget(for type: ManagedObject.Type) -> InsertionTarget {
        if case .onlyStore = objects.nextPlacement, let latest = insertions.latest, latest.entity.type == type {
            return latest
        }
        let entity = entity(for: type)
        let placement = objects.takePlacement()
        let target = InsertionTarget(
            entity: entity, coordinator: coordinator, storeIndex: coordinator.storeIndex(of: entity, placement))
        if case .onlyStore = placement { insertions.keep(target) }
        return target
    }

    /// Says which store the next new object goes into.
    func putNextInsertion(in placement: StorePlacement) {
        verify("insertion of an object")
        objects.nextPlacement = placement
    }

    /// A new object, in the store that is asked for.
    func insert<Object: ManagedObject>(_ type: Object.Type, _ placement: StorePlacement) -> Object {
        putNextInsertion(in: placement)
        return type.init(context: self)
    }

    func register(_ object: ManagedObject) {
        if confinement.isPrototype { return }
        registry.add(object)
        guard object.status == .inserted else { return }
        history.record(.inserted(object, number: object.number))
        didChange(object)
    }

    func awake(_ object: ManagedObject) { withoutUndo { object.awakeFromInsert() } }

    /// Deletes an object with the next save. An object that was never saved is forgotten at once.
    ///
    /// Runs on the context's queue. Deleting an object twice does nothing; an object of another context stops the
    /// program.
    ///
    /// - Parameter object: an object of this context.
    public func delete(_ object: ManagedObject) {
        verify("delete(_:)")
        requireWritable("\(object.entity.name) was deleted")
        guard object.confinement === confinement else {
            fatalError(
                "A \(object.entity.name) was deleted in a context it does not belong to. Fetch it here first, with "
                    + "existingObject(with: object.objectID).")
        }
        // Asked for by the program from now on, if a rule deleted it before.
        relationships.causes.remove(object.number)
        undoGrouping { remove(object) }
    }

    /// Marks an object as deleted, or forgets it when it was never saved; and so those that its rules delete with it, of
    /// which there may be a long chain.
    func remove(_ object: ManagedObject) {
        let graph = ObjectGraph(context: self)
        var doomed: [ManagedObject] = []
        var known: Set<Int64> = []
        var waiting: [(object: ManagedObject, cause: Int64?)] = [(object, nil)]
        while let (next, cause) = waiting.popLast() {
            if known.contains(next.number), let cause {
                relationships.causes.add(CollectionOfOne(cause), toImplied: next.number)
            }
            if next.isUnloaded { loadToDelete(next) }
            if next.status == .inserted, next.version > 0 { joinStoredAgain(next) }
            guard next.status.isPending || next.status == .clean, next.status != .deleted,
                known.insert(next.number).inserted
            else { continue }
            doomed.append(next)
            if let cause { relationships.causes.set([cause], of: next.number) }
            let members = graph.applyDeleteRules(of: next, leavingRows: leavesRows)
            graph.prefetchMembers(of: members, leavingRows: leavesRows)
            waiting += members.map { ($0, next.number) }
        }
        graph.leaveOneWay(doomed)
        for object in doomed.reversed() { removeAlone(object) }
    }

    /// Reads an object that is to be deleted, since its values show if another context changes it until the save. Where
    /// that fails, so will the save.
    private func loadToDelete(_ object: ManagedObject) {
        do { try load(object) } catch FetchError.noSuchObject { object.becomeInaccessible(in: self) } catch {}
    }

    /// Makes an object, whose saved deletion was taken back here, the stored one where others have stored it again: what
    /// deletes it deletes that, which would be back with the next fetch otherwise.
    private func joinStoredAgain(_ object: ManagedObject) {
        // Where it cannot be read, it comes back with the next fetch, as in a context that does not merge.
        if automaticallyMergesChangesFromParent { _ = try? read([object.number], in: object.entity) }
        guard object.isStoredToo else { return }
        objects.set(.clean, of: object)
        (object.isStoredToo, object.isUnloaded) = (false, true)
        loadToDelete(object)
    }

    func removeAlone(_ object: ManagedObject) {
        object.willChange?.send()
        if object.status == .inserted {
            objects.remove(object)
            notifyChildren(withdrawn: object)
        } else {
            registry.set(.deleted, of: object)
        }
        history.record(.deleted(object))
        didChange(object)
    }

    /// Takes back all changes since the last save: new objects are forgotten, changed ones have the values that were
    /// read, deleted ones are back. Runs on the context's queue. There is nothing to undo after it.
    ///
    /// Other contexts' saves show in objects that were changed here if they have been merged or fetched meanwhile, as
    /// in a context that merges automatically. In any other context an object gets the values that the context had
    /// read, even after a save that failed with a conflict: the same change meets the same conflict again, until a
    /// fetch that finds the object, `refresh(_:mergeChanges: false)` or ``refreshAllObjects()`` reads the saved values.
    ///
    /// ```swift
    /// context.rollback()
    /// context.refresh(task, mergeChanges: false)  // read again at the next access
    /// task.minutes += 1
    /// try context.save()
    /// ```
    public func rollback() {
        verify("rollback()")
        history.clear()
        let deleted = objects.pending.filter { $0.status == .deleted }
        puttingListsInOrderOnce {
            for object in objects.pending {
                object.willChange?.send()
                if object.status == .inserted {
                    object.revertRelationships()
                    objects.remove(object)
                    object.breakRelationships()
                } else {
                    revert(object)
                }
                didChange(object)
            }
        }
        relationships.forgetChanges()
        insertions.removeAll()
        listPositions.forgetChanges()
        ObjectGraph(context: self).findAgain(deleted)
        faulting.lazyReading.forgetChanges()
        // Other contexts' saves show now; a failed read is tried again by the next fetch.
        try? applyInbox()
        notifyChildrenOfEverything()
    }

    /// Forgets all objects and all changes: the context is as if it were new. Objects that are still referenced belong
    /// to no context any more. Runs on the context's queue.
    public func reset() {
        verify("reset()")
        history.clear()
        cascadedRows = CascadedRows()
        for object in objects.all {
            object.willChange?.send()
            objects.remove(object)
            object.breakRelationships()
        }
        relationships.reset()
        insertions.removeAll()
        listPositions.reset()
        faulting.reset()
        if changeRecorder.isObserved { changeRecorder.observe() }
        // A pinned context's inbox also concerns the objects that it reads from now on.
        if !isPinned { emptyInbox() }
        notifyChildrenOfEverything()
    }

    /// Takes back what the deletion of an object implied, when that is taken back itself, and no other asked for: at the
    /// cost of one look at what is pending, however much returns.
    func takeBackImplied(by object: ManagedObject) {
        let graph = ObjectGraph(context: self)
        let deleted = objects.pending.filter { $0.status == .deleted }
        let implied = ImpliedDeletions(deleted.map { ($0.number, relationships.causes[$0.number]) })
        let lost = implied.lost(with: [object.number])
        let returned = [object] + deleted.filter { lost.contains($0.number) }
        graph.takeBackLinks(of: Array(returned.dropFirst()))
        for other in returned.dropFirst() {
            other.willChange?.send()
            revert(other)
            didChange(other)
        }
        for other in returned { relationships.causes.remove(other.number) }
        let numbers = Set(returned.lazy.map(\.number))
        for other in deleted { relationships.causes.subtract(numbers, from: other.number) }
        for other in objects.pending where other.takeBackImplied(by: numbers) {
            didChange(other)
            dropRevertedEdits(of: other)
            guard other.status == .updated else { continue }
            // If the object has other edits too, another context may have changed the attribute, or deleted the row.
            if other.isMissing { keepMissing(other) } else { readAgainIfOutdated(other, after: other.edits) }
        }
        for object in returned {
            for relationship in object.entity.relationships where !relationship.isToOne {
                relationship.forgetMembers(of: object)
            }
        }
        graph.findAgain(returned)
    }

    func revert(_ object: ManagedObject) {
        object.revertRelationships()
        if let edits = object.edits {
            for (index, value) in edits.base {
                object.assignStored(value, at: index)
                object.endEdit(at: index)
            }
            for (index, value) in edits.unencodable { object.entity.properties[index].setValue(value, in: object) }
        }
        forgetEdits(of: object)
    }
}

// Assignments.
extension ManagedObjectContext {
    /// Prepares for another value of an attribute: notifies observers, and keeps what is replaced.
    func willAssign(_ attribute: AttributeDescription, of object: ManagedObject) {
        requireWritable("\(object.entity.name).\(attribute.name) was assigned")
        object.willChange?.send()
        if !observesEveryAssignment, object.willChange == nil { attribute.setChanged(true, in: object) }
        if history.isRecording {
            history.record(.assigned(object, attribute.index, attribute.value(in: object)))
        }
        keepBase(of: attribute, in: object)
        if changeRecorder.isRecording { didChange(object) }
    }

    func keepBase(of attribute: AttributeDescription, in object: ManagedObject) {
        guard object.status == .clean || object.status == .updated || object.status == .deleted else { return }
        if object.edits == nil { object.edits = ObjectEdits(baseVersion: object.version) }
        if object.edits?.base[attribute.index] == nil, object.edits?.unencodable[attribute.index] == nil {
            if attribute.index >= object.entity.attributes.count, (try? attribute.storedValue(in: object)) == nil {
                object.edits?.unencodable[attribute.index] = attribute.value(in: object)
            } else {
                object.edits?.base[attribute.index] = committedValue(of: attribute, in: object)
            }
        }
        if !object.forms.isEmpty { object.forms[attribute.index] = nil }
        if object.status == .clean { objects.set(.updated, of: object) }
    }

    /// The value of an attribute before its first edit.
    private func committedValue(of attribute: AttributeDescription, in object: ManagedObject) -> StoredValue {
        do { return try attribute.storedValue(in: object) } catch {
            fatalError(
                "\(object.entity.name).\(attribute.name) was read from the store and cannot be encoded: \(error)")
        }
    }

    /// Makes an object that has the values that were read clean.
    func forgetEdits(of object: ManagedObject) {
        readAgainIfOutdated(object, after: object.edits)
        object.edits = nil
        object.observeEveryAssignment()
        objects.set(.clean, of: object)
    }

    /// Marks an object without changes any more to be read again, if its changes kept out other contexts' saves.
    func readAgainIfOutdated(_ object: ManagedObject, after edits: ObjectEdits?) {
        if isToBeReadAgain(object, after: edits) { markStale(CollectionOfOne((object.number, object.entity.name))) }
    }

    /// Returns true if an object without changes any more has to be read again, since its changes kept out other
    /// contexts' saves.
    func isToBeReadAgain(_ object: ManagedObject, after edits: ObjectEdits?) -> Bool {
        if let edits, edits.baseVersion != object.version {
            object.version = edits.baseVersion
            object.isOutdated = true
        }
        guard object.isOutdated || object.isMissing else { return false }
        // Undo is not a merge: without automatic merging, the next fetch of the object reads the new values, by its
        // version.
        let isLeft = history.isTakingBack && !object.isMissing && !automaticallyMergesChangesFromParent
        (object.isOutdated, object.isMissing) = (false, false)
        return !isLeft
    }

    /// True if each assignment takes the slow path, and not only the first to an attribute.
    private var observesEveryAssignment: Bool { history.isEnabled || changeRecorder.isRecording }

    /// Makes the next assignment to each attribute take the slow path.
    func observeEveryAssignment() {
        updateAttention()
        for object in registry.pending { object.observeEveryAssignment() }
    }

    func updateAttention() { confinement.isAttentive = observesEveryAssignment || readOnlyMessage != nil }

    /// Stops the program in a context that is only for reading.
    func requireWritable(_ what: @autoclosure () -> String) {
        if let readOnlyMessage { fatalError("\(what()). \(readOnlyMessage)") }
    }
}

extension ManagedObject {
    /// Puts back a value that came out of the object.
    final func assignStored(_ value: StoredValue, at index: Int) {
        do { try entity.properties[index].assign(value, in: self) } catch {
            fatalError("\(entity.name).\(entity.properties[index].name) does not accept its own value back: \(error)")
        }
    }
}
