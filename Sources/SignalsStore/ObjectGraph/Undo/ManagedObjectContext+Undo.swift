extension ManagedObjectContext {
    /// True if changes can be undone with `undo()`: each assignment, insertion and deletion is a step of its own,
    /// unless a group is open. On for contexts of the main queue, that of `DataStack.beginDetached()` included, except
    /// a container's view context; off for others, that of `DataStack.beginDetached(on:)` with another queue included:
    /// their assignments cost less so. As with Core Data's view context on iOS, edit in a child context to undo.
    ///
    /// Read and set on the context's queue; setting it forgets all steps.
    public var isUndoEnabled: Bool {
        get {
            verify("isUndoEnabled")
            return history.isEnabled
        }
        set {
            verify("isUndoEnabled")
            history.enable(newValue)
            observeEveryAssignment()
        }
    }

    /// The number of steps that can be undone; 0 for any number. 1,000 unless it is set. Older steps are released with
    /// their objects. Read and set on the context's queue.
    public var levelsOfUndo: Int {
        get {
            verify("levelsOfUndo")
            return history.levels
        }
        set {
            verify("levelsOfUndo")
            history.levels = max(0, newValue)
        }
    }

    /// True if there is a step to undo. Read on the context's queue.
    public var canUndo: Bool {
        verify("canUndo")
        return history.canUndo
    }

    /// True if there is a step to redo: one that was undone, with no change since. Read on the context's queue.
    public var canRedo: Bool {
        verify("canRedo")
        return history.canRedo
    }

    /// Takes back the last step, or does nothing when there is none.
    ///
    /// Runs on the context's queue. Steps survive a save: undoing a saved step is a change, which the next save writes.
    /// Other contexts' saves since then stay: members that they added to an array keep their position after the member
    /// before, members that they put back keep theirs, objects that they deleted are not brought back, and an attribute
    /// whose edit was undone shows their value from the next merge on: in a context that does not merge automatically,
    /// from the next fetch of the object. If a saved deletion is undone and another context has stored the object
    /// again, the two become one when it is saved: values that differ are a conflict. `rollback()` and `reset()` forget
    /// all steps.
    public func undo() {
        verify("undo()")
        requireNoOpenGroup("undo()")
        takeBack(history.startUndo())
    }

    /// Repeats the last undone step, or does nothing when there is none. Runs on the context's queue.
    public func redo() {
        verify("redo()")
        requireNoOpenGroup("redo()")
        takeBack(history.startRedo())
    }

    /// Begins a group of changes that form one step, up to `endUndoGrouping()`. Groups can be nested; the outermost is
    /// the step. Runs on the context's queue.
    public func beginUndoGrouping() {
        verify("beginUndoGrouping()")
        history.begin()
    }

    /// Ends the group that `beginUndoGrouping()` opened. Runs on the context's queue; without an open group it stops
    /// the program.
    public func endUndoGrouping() {
        verify("endUndoGrouping()")
        guard history.hasOpenGroup else {
            fatalError("endUndoGrouping() without beginUndoGrouping(). Call that first.")
        }
        history.end()
    }

    /// Runs a closure whose changes are one step. Runs on the context's queue.
    ///
    /// - Parameter body: the work.
    /// - Throws: what `body` throws; the changes until then are the step.
    public func undoGrouping<Result>(_ body: () throws -> Result) rethrows -> Result {
        beginUndoGrouping()
        defer { endUndoGrouping() }
        return try body()
    }

    /// Runs a closure whose changes are not recorded as steps.
    func withoutUndo<Result>(_ body: () throws -> Result) rethrows -> Result {
        history.suspend()
        defer { history.resume() }
        return try body()
    }

    private func requireNoOpenGroup(_ operation: String) {
        if history.hasOpenGroup { fatalError("\(operation) inside an open undo group. Call endUndoGrouping() first.") }
    }

    private func takeBack(_ steps: [UndoHistory.Step]) {
        var assigned: Set<ManagedObject> = []
        var returned: [ManagedObject] = []
        var missing: [ManagedObject] = []
        var ends: [(object: ManagedObject, reference: RelationshipDescription, number: Int64)] = []
        history.unmoved = unmoved(by: steps)
        for step in steps {
            // Others look at the lists.
            if case .assigned = step { listPositions.moved.begin() } else { putListsInOrder() }
            switch step {
            case .assigned(let object, let index, let value):
                if object.status == .gone || history.unmoved.contains(ListPosition(object, index)) { continue }
                // A refresh may have made it a fault meanwhile. One that cannot be read is assigned unread.
                if object.isUnloaded { try? load(object) }
                let properties = object.entity.properties
                let attribute = properties[index]
                if let reference = pairedReference(of: object, index) {
                    ends.append((object, reference, reference.state(in: object).pointee.reference))
                }
                if let column = positionColumn(leftBy: object, index) { willAssign(properties[column], of: object) }
                willAssign(attribute, of: object)
                // It is what was here before a deletion made it nil, and saved like that.
                if object.edits?.implied.isEmpty == false { object.edits?.implied.remove(index) }
                attribute.setValue(value, in: object)
                assigned.insert(object)
            case .inserted(let object, let number, let causes):
                // One that joined a stored object inserted no row.
                if object.status == .gone || object.number != number { continue }
                remove(object)
                if !causes.isEmpty { relationships.causes.set(causes, of: number) }
            case .deleted(let object):
                if object.isMissing { missing.append(object) }
                reinstate(object)
                returned.append(object)
            case .did(let takeBack): takeBack(self)
            }
        }
        putListsInOrder()
        let graph = ObjectGraph(context: self)
        // Others may have given the end of a one-to-one another one meanwhile, which no step names. Where that cannot be
        // read, the store makes both ends agree when this end is saved.
        for end in ends {
            if let other = try? graph.part(end.object, by: end.reference, from: end.number) { assigned.insert(other) }
        }
        for object in assigned { dropAllRevertedEdits(of: object, graph) }
        graph.reunite(returned)
        // One that is back may have been edited to what it was.
        for object in returned { dropAllRevertedEdits(of: object, graph) }
        leaveGone(missing)
        history.finish()
        if !steps.isEmpty { notifyChildrenOfEverything() }
    }

    /// Returns the reference that a column holds, where it is an end of a one-to-one and refers to an object.
    private func pairedReference(of object: ManagedObject, _ column: Int) -> RelationshipDescription? {
        guard object.entity.hasReferences,
            let reference = object.entity.references.first(where: { $0.column == column }),
            reference.inverse?.isToOne == true, reference.state(in: object).pointee.reference != 0
        else { return nil }
        return reference
    }

    /// Returns the column of an object's position in the list that it leaves when a reference is written: where it is in no
    /// list then, its position is that in the store (see `dropRevertedEdits(of:)`), so that the opposite step has to bring
    /// this one again.
    func positionColumn(leftBy object: ManagedObject, _ column: Int) -> Int? {
        guard object.entity.hasReferences,
            let reference = object.entity.references.first(where: { $0.column == column }),
            reference.state(in: object).pointee.reference != 0
        else { return nil }
        return reference.positionColumn
    }

    /// Returns the positions of members that other contexts put back into the same lists as the steps: these members
    /// keep them.
    private func unmoved(by steps: [UndoHistory.Step]) -> Set<ListPosition> {
        var returns: [ListPosition: Int64?] = [:]
        for case .assigned(let object, let index, let value) in steps where object.entity.hasReferences {
            let reference = object.entity.references.first { $0.column == index }
            guard let reference, let column = reference.positionColumn else { continue }
            let position = ListPosition(object, column)
            let owner = (value as? Int64?).flatMap { $0 }
            let isThere =
                owner != nil
                && (owner == reference.state(in: object).pointee.reference || isReadAgain(object, index, value))
            // Of what was put elsewhere more than once the first list is not the one that it left last.
            returns[position] = returns[position] == nil && isThere ? owner : .some(nil)
        }
        return Set(returns.compactMap { $1 == nil ? nil : $0 })
    }

    /// True if an object comes back with the reference that it had when it was read, and another context changed its
    /// row meanwhile: it is read again, and its position with it.
    private func isReadAgain(_ object: ManagedObject, _ column: Int, _ value: Any) -> Bool {
        guard object.status == .deleted, object.isOutdated, automaticallyMergesChangesFromParent,
            case .integer(let base)? = object.edits?.base[column]
        else { return false }
        return (value as? Int64?).flatMap { $0 } == base
    }

    /// Releases objects that are back and whose rows were deleted elsewhere meanwhile: they have no pending changes.
    /// Objects without edits are read again, to find out if their rows exist.
    private func leaveGone(_ returned: [ManagedObject]) {
        guard !returned.isEmpty else { return }
        let graph = ObjectGraph(context: self)
        if returned.contains(where: { $0.status == .clean }) { try? applyInbox() }
        let missing = returned.filter { $0.status == .updated }
        graph.takeBackLinks(of: returned.filter { $0.status == .gone } + missing)
        // A member that was placed relative to a deleted one is at its former position. Other edits are not the steps'.
        for object in registry.pending where object.entity.hasMoreThanColumns {
            graph.noteOrdersLeft(of: object)
            dropRevertedEdits(of: object, at: Set(object.entity.references.compactMap(\.positionColumn)))
        }
        for object in missing {
            revert(object)
            forgetIfClean(object)
        }
        graph.loseGone(missing)
    }

    /// Makes an object that was deleted, or whose insertion was taken back, what it was before.
    func reinstate(_ object: ManagedObject) {
        switch object.status {
        case .deleted:
            let isUpdated = object.edits != nil || object.hasRelationshipEdits
            objects.set(isUpdated ? .updated : .clean, of: object)
            if object.edits == nil || !object.isMissing { readAgainIfOutdated(object, after: nil) }
        // Its number may have come back in another way.
        case .gone where objects[object.number] == nil && !object.isMissing:
            if object.version > 0 { object.version = RowVersion.afterDeletion() }
            objects.insert(object)
        default: return
        }
        let causes = relationships.causes[object.number]
        relationships.causes.remove(object.number)
        history.record(.inserted(object, number: object.number, causes: causes))
        didChange(object)
    }

    /// As `dropRevertedEdits(of:)`, of the orders of its lists too.
    private func dropAllRevertedEdits(of object: ManagedObject, _ graph: ObjectGraph) {
        if object.entity.hasMoreThanColumns { graph.noteOrdersLeft(of: object) }
        dropRevertedEdits(of: object)
    }

    /// Forgets edits whose values are again those that were read: these follow the source again, and an object with
    /// nothing else changed is clean.
    ///
    /// - Parameter columns: those that are looked at, or nil for all.
    func dropRevertedEdits(of object: ManagedObject, at columns: Set<Int>? = nil) {
        guard object.status == .updated else { return }
        if object.entity.hasReferences { takeBackPositions(of: object) }
        let edited = object.edits?.base ?? [:]
        for (index, base) in edited where columns?.contains(index) ?? true {
            let value = try? object.entity.properties[index].storedValue(in: object)
            if value == base { object.endEdit(at: index) }
        }
        let remaining = object.edits?.base.count ?? 0
        if remaining == 0, !object.hasRelationshipEdits { return forgetEdits(of: object) }
        // A missing row stays missing: what is left is still changed here.
        if remaining < edited.count, !object.isMissing { readAgainIfOutdated(object, after: object.edits) }
    }
}
