// The saves of child contexts. Runs on the parent's queue.
extension ManagedObjectContext {
    /// Makes a child's changes changes of this context, all of them or none, as one step of `undo()`.
    func absorb(_ changeSet: ChangeSet, from child: ManagedObjectContext) throws(SaveError) -> CommitOutcome {
        let result = performAndWait { () -> Result<CommitOutcome, SaveError> in
            let result = Result { () throws(SaveError) in try absorb(changeSet) }
            if case .success(let outcome) = result {
                // Also for a deletion that was given up because of changes here: other children may not have read these
                // yet.
                var notice = CommitNotice(changeSet)
                notice.merge(outcome.details.consequences)
                notifyChildren(notice, except: child)
            }
            return result
        }
        return try result.get()
    }

    private func absorb(_ changeSet: ChangeSet) throws(SaveError) -> CommitOutcome {
        requireWritable("A child context saved")
        var plan = try AbsorptionPlan(changeSet, in: self)
        try plan.leaveOutIdlePositions(in: self)
        var outcome = CommitOutcome.Details()
        let clean = plan.changed.filter { $0.status == .clean }
        let returning = returning(plan)
        undoGrouping {
            insert(plan.insertions)
            insertions.noteMissing(changeSet.joining?.found ?? [])
            puttingListsInOrderOnce {
                for (object, edits) in plan.edits {
                    for edit in edits { write(edit.value, at: edit.index, of: object) }
                }
            }
            restore(plan.restorations)
            for (object, edit) in plan.paired {
                write(edit.value, at: edit.index, of: object)
                dropRevertedEdits(of: object)
            }
            ObjectGraph(context: self).forget(plan.forgotten)
            leave(plan.absent)
            ObjectGraph(context: self).apply(plan.links, plan.orders, changeSet.mergePolicy)
            // Of all first: the rules of one delete the next with what that owns.
            for object in plan.deletions { ObjectGraph(context: self).unlink(plan.spared, from: object) }
            // Last, so that their rules spare what was moved away, and take what was moved to them.
            remove(plan, changeSet)
            let spared = Set(plan.spared.lazy.map(\.number))
            for object in plan.deletions { relationships.causes.spare(spared, by: object.number) }
        }
        // A change that a rule took back at once leaves no edit.
        if !plan.deletions.isEmpty { for object in clean { dropRevertedEdits(of: object) } }
        // Members whose lists cannot be read now stay where the child put them.
        let changed = plan.edits.lazy.map(\.0) + plan.insertions.flatMap { $0.numbers.compactMap { self.objects[$0] } }
        try? ObjectGraph(context: self).noteEnds(changed)
        exports += 1
        for object in plan.surviving + plan.restorations.compactMap({ objects[$0.1.number] }) {
            outcome.versions[object.number] = exports
            outcome.merged[object.number] = try values(of: object)
        }
        for page in changeSet.insertions { for number in page.numbers { outcome.versions[number] = exports } }
        outcome.add(changedInsertionsOf: plan)
        outcome.deleted = plan.gone
        outcome.consequences.links = plan.dropped
        if !returning.isEmpty {
            outcome.consequences.links += ObjectGraph(context: self).links(of: returning.compactMap { objects[$0] })
        }
        outcome.consequences.orders = plan.droppedOrders
        outcome.consequences.deleted = plan.missing
        for (object, edit) in plan.paired {
            outcome.consequences.noteUpdates(
                of: CollectionOfOne(object.number), object.entity.name, columns: CollectionOfOne(edit.index))
        }
        for (number, entity) in plan.swept where [nil, .gone, .deleted].contains(objects[number]?.status) {
            outcome.consequences.deleted[entity.name, default: []].insert(number)
        }
        return CommitOutcome(outcome)
    }

    /// The numbers of the objects that are to be deleted here and that a child's changes bring back.
    private func returning(_ plan: AbsorptionPlan) -> [Int64] {
        let restored = plan.restorations.map(\.1.number)
        let inserted = plan.insertions.filter(\.bringsBackRows).flatMap(\.numbers)
        return (restored + inserted).filter { objects[$0]?.status == .deleted }
    }

    /// Deletes what a child deleted, first what the program asked for: the rules here find what goes with it.
    private func remove(_ plan: AbsorptionPlan, _ changeSet: ChangeSet) {
        let objects = plan.deletions
        let deletions = Dictionary(changeSet.deletions.map { ($0.number, $0) }) { first, _ in first }
        let known = Set(objects.lazy.filter { $0.status == .deleted }.map(\.number))
        for object in objects {
            // The references that decide what is deleted with the object are changed here too, for the levels above,
            // where other changes may be pending.
            for (column, value) in deletions[object.number].map(plan.references) ?? [:] {
                part(object, at: column, unless: value)
                assign(value, at: column, of: object)
            }
        }
        for object in objects where deletions[object.number]?.causes.isEmpty ?? true {
            remove(object)
            // The rules of one before it may have deleted it already.
            relationships.causes.remove(object.number)
        }
        for object in objects where object.status != .gone {
            guard let causes = deletions[object.number]?.causes, !causes.isEmpty else { continue }
            if known.contains(object.number) {
                relationships.causes.add(causes, toImplied: object.number)
            } else {
                // If a rule here deleted it just now, that went by what it was related to before the child moved it.
                if object.status != .deleted { remove(object) }
                relationships.causes.set(causes, of: object.number)
            }
        }
    }

    /// Ends the one-to-one in a column of a deleted object: else the save would delete its other end, by rule.
    private func part(_ object: ManagedObject, at column: Int, unless value: StoredValue) {
        guard let reference = object.entity.references.first(where: { $0.column == column }),
            reference.inverse?.isToOne == true, (try? object.entity.attributes[column].storedValue(in: object)) != value
        else { return }
        // An object that cannot be read is not in memory, and refers to the object by its row alone.
        try? ObjectGraph(context: self).setReference(of: object, reference, to: nil)
    }

    /// Assigns a value that differs from the present one.
    func write(_ value: StoredValue, at index: Int, of object: ManagedObject) {
        let attribute = object.entity.properties[index]
        if (try? attribute.storedValue(in: object)) == value { return }
        assign(value, at: index, of: object)
    }

    private func assign(_ value: StoredValue, at index: Int, of object: ManagedObject) {
        let attribute = object.entity.properties[index]
        if let column = positionColumn(leftBy: object, index) {
            willAssign(object.entity.properties[column], of: object)
        }
        willAssign(attribute, of: object)
        // The child's value overrides the effect of a delete rule here.
        if object.edits?.implied.isEmpty == false { object.edits?.implied.remove(index) }
        object.assignStored(value, at: index)
    }

    // All of them before their values, since a value may refer to any of them.
    private func insert(_ pages: [RowPage]) {
        let rows = pages.flatMap { page in page.map { (row: $0, object: objectToInsert(for: $0)) } }
        let (known, new) = (rows.filter { $0.object.status != .loading }, rows.filter { $0.object.status == .loading })
        for (row, object) in new {
            object.version = row.version - 1
            adopt(object)
        }
        for (row, object) in new {
            fill(object) { row.value(at: $0) }
        }
        // Objects that were deleted here, and that the child brought back.
        reinstateAlone(known.map(\.object))
        for (row, object) in known {
            for index in object.entity.attributes.indices { write(row.value(at: index), at: index, of: object) }
        }
    }

    /// Gives a new object its values. Its references are assigned: before `undo()` takes the object back, it takes them
    /// back, so that no rule finds what they referred to.
    private func fill(_ object: ManagedObject, _ value: (Int) -> StoredValue) {
        for (index, attribute) in object.entity.attributes.enumerated() {
            if attribute.type == .reference {
                write(value(index), at: index, of: object)
            } else {
                object.assignStored(value(index), at: index)
            }
        }
    }

    /// Brings objects back, and not what their deletion implied: that is changed from now on without it.
    private func reinstateAlone(_ returned: [ManagedObject]) {
        if returned.isEmpty { return }
        for object in returned { reinstate(object) }
        let numbers = Set(returned.lazy.map(\.number))
        for other in objects.pending { other.keepImplied(by: numbers) }
        for object in returned { object.keepImplied() }
        ObjectGraph(context: self).findAgain(returned)
    }

    private func objectToInsert(for row: RowPage.Row) -> ManagedObject {
        objects[row.number] ?? blankObject(row.number, entity(named: row.page.entity.name)!)
    }

    /// Writes all values of objects that the policy keeps although they are deleted here.
    private func restore(_ restorations: [(ManagedObject?, ChangeSet.Update)]) {
        var known: [(object: ManagedObject, update: ChangeSet.Update)] = []
        for (object, update) in restorations {
            let object = object ?? blankObject(update.number, entity(named: update.entity.name)!)
            guard object.status == .loading else {
                known.append((object, update))
                continue
            }
            object.version = RowVersion.afterDeletion()
            // First, so that its references find out that no store has their targets.
            adopt(object)
            fill(object) { update.allValues[$0] }
        }
        reinstateAlone(known.map(\.object))
        for (object, update) in known {
            for (index, value) in update.allValues.enumerated() { write(value, at: index, of: object) }
        }
    }

    private func blankObject(_ number: Int64, _ entity: EntityDescription) -> ManagedObject {
        objects.nextIdentity = ObjectIdentity(entity: entity, number: number, version: 0, status: .loading)
        return entity.type.init(context: self)
    }

    /// Makes a blank object a new one, which may be a row that was gone and that others are to refer to still.
    private func adopt(_ object: ManagedObject) {
        objects.insert(object)
        ObjectGraph(context: self).lookUpAgain(CollectionOfOne(object.number))
        history.record(.inserted(object, number: object.number))
        didChange(object)
    }
}

extension CommitOutcome.Details {
    /// Says which new objects lost references to what is gone.
    mutating func add(changedInsertionsOf plan: AbsorptionPlan) {
        for (name, numbers) in plan.changedInsertions {
            consequences.noteUpdates(of: numbers, name, columns: nil as [Int]?)
        }
        guard !plan.changedInsertions.isEmpty else { return }
        let changed = plan.changedInsertions.values.reduce(into: Set()) { $0.formUnion($1) }
        for page in plan.insertions {
            for row in page where changed.contains(row.number) { merged[row.number] = row.values }
        }
    }
}
