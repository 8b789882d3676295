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
        var outcome = CommitOutcome.Details()
        undoGrouping {
            for deletion in plan.deletions { remove(deletion) }
            for (object, edits) in plan.edits { for edit in edits { write(edit.value, at: edit.index, of: object) } }
            for page in changeSet.insertions { for row in page { insert(row) } }
            for (object, update) in plan.restorations { restore(object, update) }
            ObjectGraph(context: self).apply(changeSet.links, changeSet.orders)
        }
        exports += 1
        for object in plan.surviving {
            outcome.versions[object.number] = exports
            outcome.merged[object.number] = try values(of: object)
        }
        for page in changeSet.insertions { for number in page.numbers { outcome.versions[number] = exports } }
        outcome.deleted = plan.gone
        return CommitOutcome(outcome)
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
            object.version = row.version - 1
            for index in entity.attributes.indices { object.assignStored(row.value(at: index), at: index) }
            return adopt(object)
        }
        // One that was deleted here, and that the child brought back.
        bringBack(object)
        ObjectGraph(context: self).findAgain([object])
        for index in entity.attributes.indices { write(row.value(at: index), at: index, of: object) }
    }

    /// Writes all values of an object that the policy keeps although it is deleted here.
    private func restore(_ object: ManagedObject?, _ update: ChangeSet.Update) {
        let entity = entity(named: update.entity.name)!
        let object = object ?? blankObject(update.number, entity)
        if object.status == .loading {
            object.version = RowVersion.anew()
            for (index, value) in update.allValues.enumerated() { object.assignStored(value, at: index) }
            return adopt(object)
        }
        bringBack(object)
        ObjectGraph(context: self).findAgain([object])
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
