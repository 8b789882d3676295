/// The error of a save through the parents, by the level that failed. Nothing was changed at any of them.
enum SaveThroughError: Error {
    /// The context's own changes: an object is invalid, or in conflict with the parent.
    case here(SaveError)
    /// The parent's parent, or the store, refused them.
    case parent(SaveError)
}

// Where `save()` and the parent's `save()` would bring everything to the store that is pending in the parent.
extension ManagedObjectContext {
    /// Saves this child context's changes to its parent and on to the store, and nothing else: what is pending in the
    /// parent stays pending there. When a level fails, all levels are as they were, and this context still has its
    /// changes, to be corrected and saved again. The Save button of a form uses this.
    ///
    /// Runs on the context's queue, which waits for the parent's until the changes are durable. Without a parent it stops
    /// the program.
    ///
    /// - Parameters:
    ///   - fileID: the file of the call, for the container's instrumentation.
    ///   - line: its line.
    /// - Throws: `SaveError`, with the reason `.unsavedInParent` for a change or deletion of an object that the parent
    ///   inserted and did not save, and for what refers to one, since the store does not have it, and for an object that the
    ///   parent moved, without saving that, away from an owner that is deleted here and takes its members with it, and for
    ///   one that the parent is to delete and that a new object, such as that of `findOrCreate`, would become one with;
    ///   `.deletionConflict` for an object whose deletion is pending in the parent, which `save()` takes back there under a
    ///   policy that keeps what was changed here: for that object, whose other links and members stay as its deletion left
    ///   them.
    public func saveThroughParent(fileID: StaticString = #fileID, line: UInt = #line) throws(SaveError) {
        try saveThroughParent(at: CallSite(fileID: fileID, line: line))
    }

    /// The same without a call site, to be used as a function value or as a protocol's requirement.
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
        _ = requireParent()
        let prepared: ChangeSet?
        do throws(SaveError) { if try saveInside() { return } } catch { throw .here(error) }
        try passChangesOfLevel()
        do throws(SaveError) { prepared = try prepareSave() } catch { throw .here(error) }
        if let prepared { try passThroughParent(prepared, span, onCommit: onCommit) }
    }

    private func requireParent() -> ManagedObjectContext {
        guard case .parent(let parent) = source else { fatalError("A context without a parent saves with save().") }
        return parent
    }

    /// As `saveChangesOfLevel()`, and on to the store if the level has a parent itself.
    private func passChangesOfLevel() throws(SaveThroughError) {
        guard let level = innerLevel, case .parent = level.source else {
            do throws(SaveError) { return try saveChangesOfLevel() } catch { throw .here(error) }
        }
        try level.confinement.enter { () throws(SaveThroughError) in try level.passThroughParent() }
    }

    /// Brings what has been prepared to the parent and on to the store.
    func passThroughParent(
        _ changeSet: ChangeSet, _ span: OngoingSpan?, onCommit: @escaping @Sendable () -> Void
    ) throws(SaveThroughError) {
        span?.note(changeSet)
        if changeSet.isEmpty { return finish(CommitOutcome()) }
        let parent = requireParent()
        do throws(SaveThroughError) { finish(try parent.pass(changeSet, from: self, onCommit)) } catch {
            switch error {
            case .here(let reason): throw .here(failSave(reason))
            case .parent(let reason): throw .parent(failSave(reason))
            }
        }
    }

    /// Passes a child's changes on to this context's own destination, and takes them over when they are saved there.
    private func pass(
        _ changeSet: ChangeSet, from child: ManagedObjectContext, _ onCommit: @escaping @Sendable () -> Void
    ) throws(SaveThroughError) -> CommitOutcome {
        let result = BackgroundTasks.givingUpSlot {
            performAndWait { () -> Result<CommitOutcome, SaveThroughError> in
                Result { () throws(SaveThroughError) in
                    try passHere(changeSet, from: child) { passage throws(SaveThroughError) in
                        try commitOrPass(passage, onCommit)
                    }
                }
            }
        }
        return try result.get()
    }

    private func passHere(
        _ changeSet: ChangeSet, from child: ManagedObjectContext,
        _ commit: (Passage) throws(SaveThroughError) -> CommitOutcome
    ) throws(SaveThroughError) -> CommitOutcome {
        let passage: Passage
        do throws(SaveError) { passage = try Passage(changeSet, through: self) } catch { throw .here(error) }
        let outcome: CommitOutcome
        do throws(SaveThroughError) { outcome = try commit(passage) } catch {
            switch error {
            case .here(let reason), .parent(let reason): throw .parent(reason)
            }
        }
        return takeOver(passage, changeSet, outcome, child)
    }

    private func commitOrPass(
        _ passage: Passage, _ onCommit: @escaping @Sendable () -> Void
    ) throws(SaveThroughError) -> CommitOutcome {
        let changeSet = passage.changeSet
        if changeSet.isEmpty { return CommitOutcome() }
        if innerSaves == .none, case .parent(let parent) = source {
            return try parent.pass(changeSet, from: self, onCommit)
        }
        do throws(SaveError) {
            switch innerSaves {
            case .none: break
            case .open: return try addToWhole(changeSet, passage.edited.map(\.0) + passage.deleted)
            case .preparing:
                throw SaveError(
                    .store(
                        reason: "The parent is being saved. Call saveThroughParent() before that or after it, or save()"
                    ))
            case .ended: throw Self.endedWithoutSaving
            }
            defer { readElsewhere() }
            return try coordinator.commit(changeSet, from: ObjectIdentifier(self), onCommit: onCommit)
        } catch {
            throw .parent(error)
        }
    }

    /// Saves what was changed after the closure's changes were saved: with the level, in which nothing is pending any more.
    func saveThrough(_ level: ManagedObjectContext, _ changeSet: ChangeSet) throws(SaveError) -> CommitOutcome {
        prepare(level)
        do throws(SaveThroughError) {
            return try level.confinement.enter { () throws(SaveThroughError) in
                try level.passHere(changeSet, from: self) { passage throws(SaveThroughError) in
                    do throws(SaveError) { return try level.commit(passage.changeSet) } catch { throw .parent(error) }
                }
            }
        } catch {
            switch error {
            case .here(let reason), .parent(let reason): throw reason
            }
        }
    }

    /// Makes this context's objects what was saved, without making that a change of its own.
    private func takeOver(
        _ passage: Passage, _ changeSet: ChangeSet, _ saved: CommitOutcome, _ child: ManagedObjectContext
    ) -> CommitOutcome {
        var passage = passage
        if !saved.isPlain { passage.keep { saved.details.merged[$0.number] != nil } }
        place(passage, changeSet.mergePolicy)
        // Before the other contexts' additions are among their members.
        let lists = PendingLists(self)
        leave(passage.absent.union(passage.deleted.lazy.map(\.number)))
        ObjectGraph(context: self).removingFromLists(passage.deleted) {
            for object in passage.deleted {
                object.willChange?.send()
                lose(object)
                object.removeFromRelationships()
                didChange(object)
            }
        }
        ObjectGraph(context: self).loseGone(passage.deleted)
        for (object, edits) in passage.edited { replace(edits, of: object) }
        for (object, edit) in passage.paired { replace([edit], of: object) }
        for (object, column) in passage.parted {
            if object.edits?.base[column] == nil {
                object.assignStored(.null, at: column)
            } else {
                object.edits?.base[column] = .null
                dropRevertedEdits(of: object)
            }
        }
        ObjectGraph(context: self).forgetOpposites(of: passage.changeSet.links)
        notifyChildren(CommitNotice(changeSet), except: child)
        renewGeneration()
        // The policy of this context decided the rest, which is read again, like other contexts' saves.
        markStale(passage.surviving.lazy.map { ($0.number, $0.entity.name) })
        // So are the links, new members, and effects of delete rules: nothing else notifies this context of them.
        note(CommitNotice(passage.changeSet, saved))
        // Even if nothing was left to save: later it would merge other contexts' later saves.
        try? applyInbox()
        // Positions that cannot be read now are read with the list.
        _ = try? lists.merge()
        let moved = lists.moved
        for object in moved { dropRevertedEdits(of: object) }
        if !moved.isEmpty { notifyChildren(CommitNotice().with(moved)) }
        return outcome(of: passage, changeSet, saved.isPlain ? nil : saved.details, moved)
    }

    /// Puts what a child put into lists, that this context has changed itself, where the child has it: what is pending
    /// here stays so in the order that this makes.
    private func place(_ passage: Passage, _ policy: MergePolicy) {
        withoutUndo {
            puttingListsInOrderOnce {
                for (object, edits) in passage.placed {
                    for edit in edits { write(edit.value, at: edit.index, of: object) }
                }
            }
            let graph = ObjectGraph(context: self)
            let orders = passage.changeSet.orders.filter { graph.edits(ofListIn: $0)?.isReordered == true }
            graph.apply([], orders, policy)
        }
    }

    /// Ends pending references and links to objects that a child deleted and no store has: a save of this context would
    /// fail at them, and it does not show them. A rule of no action leaves references as they are.
    func leave(_ numbers: Set<Int64>) {
        if numbers.isEmpty { return }
        let graph = ObjectGraph(context: self)
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

    /// Replaces an edit by a saved value.
    private func replace(_ edits: [ChangeSet.Edit], of object: ManagedObject) {
        object.willChange?.send()
        for edit in edits {
            object.assignStored(edit.value, at: edit.index)
            object.edits?.base[edit.index] = nil
        }
        // The edits may have kept out other contexts' saves: the object is read again with the values that were saved
        // now.
        if let version = object.edits?.baseVersion { object.version = version }
        object.observeEveryAssignment()
        didRefresh(object)
        guard object.edits?.base.isEmpty == true else { return }
        object.edits = nil
        // Its links may be pending still.
        if !object.hasRelationshipEdits { objects.set(.clean, of: object) }
    }

    private func outcome(
        of passage: Passage, _ changeSet: ChangeSet, _ saved: CommitOutcome.Details?, _ moved: [ManagedObject]
    ) -> CommitOutcome {
        var outcome = CommitOutcome.Details()
        // The effects of delete rules in the store on objects that neither context has.
        if let saved { outcome.consequences.merge(saved.consequences) }
        // Members that the child placed beside pending members of this context may have other positions.
        outcome.consequences = outcome.consequences.with(moved)
        let graph = ObjectGraph(context: self)
        for order in passage.changeSet.orders where graph.edits(ofListIn: order) != nil {
            outcome.consequences.orders.append(LinkOrder(table: order.table, source: order.source, targets: []))
        }
        exports += 1
        // A child keeps its own values of an object of which some have no stored form here.
        for object in passage.surviving {
            outcome.versions[object.number] = exports
            outcome.merged[object.number] = try? values(of: object)
            if object.status == .gone { outcome.deleted.insert(object.number) }
        }
        for page in passage.changeSet.insertions {
            for number in page.numbers { outcome.versions[number] = exports }
        }
        for number in passage.moved where outcome.versions[number] != nil {
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
