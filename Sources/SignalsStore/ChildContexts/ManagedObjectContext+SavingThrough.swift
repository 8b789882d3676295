/// At which level a save through the parents failed. Nothing was changed at any of them.
enum SaveThroughError: Error {
    /// The context's own changes: an object is invalid, or in conflict with the parent.
    case here(SaveError)
    /// The parent's parent, or the store, refused them.
    case parent(SaveError)
}

// Where `save()` and the parent's `save()` would bring everything to the store that is pending in the parent.
extension ManagedObjectContext {
    /// Saves this child context's changes to its parent and on to the store, and nothing else: what is pending in the
    /// parent stays pending there. When any level refuses, all are as they were, and this context still has its changes,
    /// to be mended and saved again: what the Save button of a form does.
    ///
    /// Runs on the context's queue, which waits for the parent's until the changes are durable. Without a parent it stops
    /// the program.
    ///
    /// - Parameters:
    ///   - fileID: the file of the call, for the container's instrumentation.
    ///   - line: its line.
    /// - Throws: `SaveError`, with the reason `.unsavedInParent` for a change or deletion of an object that the parent
    ///   inserted and did not save, and for what refers to one, since the store does not have it; `.deletionConflict` for
    ///   an object whose deletion is pending in the parent, which `save()` takes back there.
    public func saveThroughParent(fileID: StaticString = #fileID, line: UInt = #line) throws(SaveError) {
        try saveThroughParent(at: CallSite(fileID: fileID, line: line))
    }

    /// The same where no call site is to be had: as a function value, or as what a protocol requires.
    ///
    /// - Throws: `SaveError`, as the other one.
    @_disfavoredOverload
    public func saveThroughParent() throws(SaveError) { try saveThroughParent(at: nil) }

    private func saveThroughParent(at site: CallSite?) throws(SaveError) {
        let span = defaults.spans.begin(.save, at: site)
        do throws(SaveThroughError) { try passThroughParent(span) } catch {
            switch error {
            case .here(let reason), .parent(let reason):
                span?.end(reason)
                throw reason
            }
        }
        span?.end()
    }

    /// `saveThroughParent()` with an error that says at which level it failed.
    ///
    /// - Parameters:
    ///   - span: the span of it, which the caller ends.
    ///   - onCommit: called by the writer, which it must not keep waiting, in the order of the commits; not called when
    ///     there was nothing to save.
    func passThroughParent(
        _ span: OngoingSpan? = nil, onCommit: @escaping @Sendable () -> Void = {}
    ) throws(SaveThroughError) {
        verify("saveThroughParent()")
        if savesInside {
            do throws(SaveError) { return try saveInside() } catch { throw .here(error) }
        }
        guard case .parent(let parent) = source else { fatalError("A context without a parent saves with save().") }
        let prepared: ChangeSet?
        do throws(SaveError) { prepared = try prepareSave() } catch { throw .here(error) }
        guard let changeSet = prepared else { return }
        span?.note(changeSet)
        if changeSet.isEmpty { return finish(CommitOutcome()) }
        do throws(SaveThroughError) { finish(try parent.pass(changeSet, from: self, onCommit)) } catch {
            switch error {
            case .here(let reason): throw .here(failSave(reason))
            case .parent(let reason): throw .parent(failSave(reason))
            }
        }
    }

    /// Brings a child's changes to where this context saves to, and takes them over when they are there.
    private func pass(
        _ changeSet: ChangeSet, from child: ManagedObjectContext, _ onCommit: @escaping @Sendable () -> Void
    ) throws(SaveThroughError) -> CommitOutcome {
        let result = BackgroundTasks.givingUpPlace {
            performAndWait { () -> Result<CommitOutcome, SaveThroughError> in
                Result { () throws(SaveThroughError) in try passHere(changeSet, from: child, onCommit) }
            }
        }
        return try result.get()
    }

    private func passHere(
        _ changeSet: ChangeSet, from child: ManagedObjectContext, _ onCommit: @escaping @Sendable () -> Void
    ) throws(SaveThroughError) -> CommitOutcome {
        let passage: Passage
        do throws(SaveError) { passage = try Passage(changeSet, through: self) } catch { throw .here(error) }
        let outcome: CommitOutcome
        do throws(SaveThroughError) { outcome = try hand(on: passage.changeSet, onCommit) } catch {
            switch error {
            case .here(let reason), .parent(let reason): throw .parent(reason)
            }
        }
        return takeOver(passage, changeSet, outcome, child)
    }

    private func hand(
        on changeSet: ChangeSet, _ onCommit: @escaping @Sendable () -> Void
    ) throws(SaveThroughError) -> CommitOutcome {
        if changeSet.isEmpty { return CommitOutcome() }
        if case .parent(let parent) = source { return try parent.pass(changeSet, from: self, onCommit) }
        do throws(SaveError) {
            defer { readElsewhere() }
            return try coordinator.commit(changeSet, from: ObjectIdentifier(self), onCommit: onCommit)
        } catch {
            throw .parent(error)
        }
    }

    /// Makes this context's objects what was saved, without making that a change of its own.
    private func takeOver(
        _ passage: Passage, _ changeSet: ChangeSet, _ saved: CommitOutcome, _ child: ManagedObjectContext
    ) -> CommitOutcome {
        // Before what the child placed is among their members.
        let lists = PendingLists(self)
        leave(passage.deleted)
        ObjectGraph(context: self).letGo(of: passage.deleted) {
            for object in passage.deleted {
                object.willChange?.send()
                lose(object)
                object.leaveRelationships(in: self)
                didChange(object)
            }
        }
        ObjectGraph(context: self).loseGone(passage.deleted)
        for (object, edits) in passage.edited { replace(edits, of: object) }
        for (object, column) in passage.parted {
            if object.edits?.base[column] == nil {
                object.assignStored(.null, at: column)
            } else {
                object.edits?.base[column] = .null
                settle(object)
            }
        }
        tellChildren(CommitNotice(changeSet), except: child)
        // The rest is as the policy of this context decided it: read again, as what anyone else saved.
        markStale(passage.surviving.lazy.map { ($0.number, $0.entity.name) })
        // And the links, new members, and what rules did: nobody else tells this context of them.
        note(CommitNotice(passage.changeSet, saved))
        // What cannot be read now is read when the list is.
        if let placed = try? lists.merge(), !placed.isEmpty { tellChildren(CommitNotice().with(placed)) }
        return outcome(of: passage, changeSet, saved.isPlain ? nil : saved.details)
    }

    /// Has what is pending here lead no more to objects that a child deleted for good: this context could not be saved over
    /// them, and does not show them. A rule of no action leaves references as they are.
    private func leave(_ deleted: [ManagedObject]) {
        if deleted.isEmpty { return }
        let graph = ObjectGraph(context: self)
        let numbers = Set(deleted.lazy.map(\.number))
        for object in objects.pending where object.status != .deleted {
            for relationship in object.entity.relationships {
                let state = relationship.state(in: object).pointee
                if case .links = relationship.storage {
                    for number in (state.edits?.added ?? [:]).keys where numbers.contains(number) {
                        graph.takeBackLink(of: object, relationship, to: number)
                    }
                } else if let column = relationship.column, numbers.contains(state.reference),
                    relationship.inverse?.deleteRule != .noAction
                {
                    object.willChange?.send()
                    object.assignStored(.null, at: column)
                    didChange(object)
                }
            }
        }
    }

    /// Lets a saved value take the place of an edit.
    private func replace(_ edits: [ChangeSet.Edit], of object: ManagedObject) {
        object.willChange?.send()
        for edit in edits {
            object.assignStored(edit.value, at: edit.index)
            object.edits?.base[edit.index] = nil
        }
        object.hearEveryAssignment()
        didRefresh(object)
        guard object.edits?.base.isEmpty == true else { return }
        object.edits = nil
        objects.set(.clean, of: object)
    }

    private func outcome(
        of passage: Passage, _ changeSet: ChangeSet, _ saved: CommitOutcome.Details?
    ) -> CommitOutcome {
        var outcome = CommitOutcome.Details()
        exports += 1
        for object in passage.surviving {
            outcome.versions[object.number] = exports
            outcome.merged[object.number] = try? values(of: object)
            if object.status == .gone { outcome.deleted.insert(object.number) }
        }
        for page in passage.changeSet.insertions {
            for number in page.numbers { outcome.versions[number] = exports }
        }
        for number in passage.placed where outcome.versions[number] != nil {
            outcome.merged[number] = objects[number].flatMap { try? values(of: $0) }
        }
        outcome.deleted.formUnion(passage.gone)
        for (number, owner) in saved?.joined ?? [:] {
            outcome.joined[number] = owner
            outcome.versions[owner] = exports
            outcome.merged[owner] = saved?.merged[owner]
        }
        return CommitOutcome(outcome)
    }
}

/// A child's changes, as a context hands them on to where it saves itself.
private struct Passage {
    var changeSet: ChangeSet
    var edited: [(ManagedObject, [ChangeSet.Edit])]
    var deleted: [ManagedObject]
    var surviving: [ManagedObject]
    var gone: Set<Int64>
    /// The ends of one-to-ones that are made to lead to nothing where the context saves to, with their columns.
    private(set) var parted: [(ManagedObject, Int)] = []
    /// The objects whose places in lists are others than the child gave them.
    let placed: Set<Int64>

    init(_ changes: ChangeSet, through context: ManagedObjectContext) throws(SaveError) {
        let plan = try AbsorptionPlan(changes, in: context)
        // What the context is to delete itself it would have to give up.
        if let (_, update) = plan.restorations.first(where: { $0.0 != nil }) {
            throw .conflict(nil, update.entity, context.objectID(update.number, update.entity), stored: nil)
        }
        for page in plan.insertions {
            for number in page.numbers where context.objects[number]?.status == .deleted {
                throw .conflict(nil, page.entity, context.objectID(number, page.entity), stored: nil)
            }
        }
        let places: PassedPlaces
        do { places = try PassedPlaces(plan, in: context) } catch { throw SaveError(reading: error) }
        placed = Set(places.values.keys)
        edited = try plan.edits.map { object, edits throws(SaveError) in
            let edits = Self.placed(edits, places.values[object.number])
            guard let update = plan.placing[object.number] else { return (object, edits) }
            return (object, update.leavingOutPlacesElsewhere(edits, try context.baseValues(of: object)))
        }
        deleted = plan.deletions
        surviving = plan.surviving
        gone = plan.gone
        changeSet = ChangeSet()
        changeSet.contextName = changes.contextName
        changeSet.mergePolicy = context.mergePolicy
        changeSet.insertions =
            plan.insertions.map { $0.replacing(places.values) } + Self.anew(plan.restorations.map(\.1))
        changeSet.joining = context.joining(
            of: plan.insertions, changeSet.mergePolicy, found: changes.joining?.found ?? [])
        changeSet.links = plan.links + plan.made
        do { changeSet.links += try Self.sparing(plan, in: context) } catch { throw SaveError(reading: error) }
        changeSet.orders = plan.orders
        let makers = Set(changes.updates.lazy.filter(\.makesLinks).map(\.number))
        try requireSaved(plan, makers, context)
        for (object, edits) in edited {
            try add(edits, of: object, makesLinks: makers.contains(object.number), context)
        }
        try partFormerPairs(context)
        let own = Dictionary(changes.deletions.map { ($0.number, $0) }) { first, _ in first }
        for object in deleted {
            var deletion = try context.deletion(object)
            deletion.references = Self.references(of: object, deletion, own[object.number])
            deletion.causes = own[object.number]?.causes ?? []
            changeSet.deletions.append(deletion)
        }
    }

    /// The references that have a say in what is deleted with an object: those that the child edited, and those by whose own
    /// rule something is deleted that the child did not know of.
    private static func references(
        of object: ManagedObject, _ deletion: ChangeSet.Deletion, _ own: ChangeSet.Deletion?
    ) -> [Int: StoredValue] {
        var references = own?.references ?? [:]
        guard let (known, present) = own?.base.flatMap({ known in deletion.base.map { (known, $0) } }) else {
            return references
        }
        for reference in object.entity.references where reference.deleteRule == .cascade {
            guard let column = reference.column, known[column] != present[column] else { continue }
            if references[column] == nil { references[column] = present[column] }
        }
        return references
    }

    /// The ends of the links by which what is deleted would take with it what the child's policy keeps.
    ///
    /// - Throws: `FetchError`.
    private static func sparing(_ plan: AbsorptionPlan, in context: ManagedObjectContext) throws -> [LinkChange] {
        let kept = plan.kept.filter { $0.status != .inserted }
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
                    return LinkChange(table: table, kind: .removed, source: source, target: target)
                }
            }
        }
        return changes
    }

    private static func placed(_ edits: [ChangeSet.Edit], _ places: [Int: StoredValue]?) -> [ChangeSet.Edit] {
        guard let places else { return edits }
        return edits.map { ChangeSet.Edit(index: $0.index, base: $0.base, value: places[$0.index] ?? $0.value) }
    }

    /// Rows that are stored again.
    private static func anew(_ updates: [ChangeSet.Update]) -> [RowPage] {
        updates.map { update in
            var page = RowPageBuilder(update.entity, capacity: 1)
            page.beginRow(number: update.number, version: RowVersion.anew())
            for value in update.allValues { page.append(value) }
            return page.finish()
        }
    }

    /// Makes sure that nothing is changed, deleted or referred to that the context has not saved itself.
    ///
    /// - Parameter makers: the objects whose links the child changed itself, also to what is gone.
    private func requireSaved(
        _ plan: AbsorptionPlan, _ makers: Set<Int64>, _ context: ManagedObjectContext
    ) throws(SaveError) {
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
        throw SaveError(.unsavedInParent, entityName: object.entity.name, objectIDs: [object.anyObjectID])
    }

    /// Has the other ends of one-to-ones lead to nothing where the context has them lead elsewhere already, which is not
    /// saved with this: both ends have to agree where the changes go.
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
        var places = Dictionary(changeSet.updates.enumerated().map { ($1.number, $0) }) { first, _ in first }
        let leaving = Set(deleted.lazy.map(\.number))
        for (former, reference, number) in ends where !leaving.contains(former) {
            guard let other = try? context.object(at: former, reference.target),
                let column = reference.inverse.flatMap({ other.entity.relationships[$0.index].column })
            else { continue }
            let place = places[former]
            if let place, changeSet.updates[place].edits.contains(where: { $0.index == column }) { continue }
            guard try context.baseValues(of: other)[column] == .integer(number) else { continue }
            let parting = ChangeSet.Edit(index: column, base: .integer(number), value: .null)
            if let place {
                changeSet.updates[place].add(parting)
            } else {
                places[former] = changeSet.updates.count
                try add([parting], of: other, makesLinks: false, context)
            }
            parted.append((other, column))
        }
    }

    /// The edits as they are to the committed values, whatever is pending in the context.
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
