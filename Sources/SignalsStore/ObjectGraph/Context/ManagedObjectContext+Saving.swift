import Foundation

extension ManagedObjectContext {
    /// Saves all changes in one transaction, and returns when they are on disk and readable by other contexts. A child
    /// context saves to its parent, which has the changes at once; they reach the store when the parent saves.
    ///
    /// Runs on the context's queue, which it blocks meanwhile. Without changes it returns at once. Conflicts with other
    /// saves are resolved as `mergePolicy` says.
    ///
    /// In the closure of a unit of work, of `PersistentContainer.save(_:)`, of a keyed task and of a transaction it makes
    /// the changes part of the save that follows the closure's return: conflicts are found then, and `didSave()` is
    /// called then. After that save, a call by work that was handed to the context is a save of its own; if the closure
    /// failed, or runs again with another context, the call throws.
    ///
    /// - Parameters:
    ///   - fileID: the file of the call, for the container's instrumentation.
    ///   - line: its line.
    /// - Throws: `SaveError`; then nothing was saved, and the changes are still here.
    public func save(fileID: StaticString = #fileID, line: UInt = #line) throws(SaveError) {
        try save(at: CallSite(fileID: fileID, line: line))
    }

    /// The same where no call site is to be had: as a function value, or as what a protocol requires.
    ///
    /// - Throws: `SaveError`, as the other one.
    @_disfavoredOverload
    public func save() throws(SaveError) { try save(at: nil) }

    private func save(at site: CallSite?) throws(SaveError) {
        verify("save()")
        if try saveInside() { return }
        try saveChangesOfLevel()
        guard defaults.spans.isOn, hasChanges, case .store = origin else { return try saveHere(nil) }
        let span = defaults.spans.begin(.save, at: site)
        do throws(SaveError) { try saveHere(span) } catch {
            span?.end(error)
            throw error
        }
        span?.end()
    }

    /// Saves all changes, which are not part of a closure's save.
    func saveHere(_ span: OngoingSpan?) throws(SaveError) {
        if let changeSet = try prepareSave() { try saveHere(changeSet, span) }
    }

    /// Saves what has been prepared.
    func saveHere(_ changeSet: ChangeSet, _ span: OngoingSpan?) throws(SaveError) {
        span?.note(changeSet)
        do throws(SaveError) { finish(try commit(changeSet), readsUnwritten: mayHaveOldRows) } catch {
            if let saved = error.saved { finish(saved.outcome, in: saved.storeIndexes) }
            throw failSave(error)
        }
    }

    func commit(_ changeSet: ChangeSet) throws(SaveError) -> CommitOutcome {
        if changeSet.isEmpty { return CommitOutcome() }
        if let innerLevel { return try saveThrough(innerLevel, changeSet) }
        if case .parent(let parent) = source { return try parent.absorb(changeSet, from: self) }
        let count = coordinator.commitCount
        defer {
            if coordinator.commitCount == count + 1 {
                listPositions.noteOwnCommit(after: count)
                relationships.members.noteOwnCommit(after: count)
                readSource.noteOwnCommit(after: count)
            }
        }
        // The merged rows were read from the primary server.
        defer { readElsewhere() }
        return try coordinator.commit(changeSet, from: ObjectIdentifier(self))
    }

    /// True if other contexts may have saved since this context first read or saved, without a notice of it.
    private var mayHaveOldRows: Bool {
        guard case .store = source, !automaticallyMergesChangesFromParent || isPinned else { return false }
        return readSource.isBehind(commits: coordinator.commitCount)
    }

    /// Merges orders with those that other contexts saved since they were read, unless that was done before.
    private func mergeLists() throws(SaveError) {
        try readReorderedLists()
        if mayHaveOldEnds {
            do { try ObjectGraph(context: self).positionUnreadMembers() } catch { throw SaveError(reading: error) }
        }
        guard mayHaveOldLists else { return }
        let lists = PendingLists(self, leavingEnds: true)
        guard !lists.isEmpty else { return }
        do { listPositions.keep(try lists.assignPositions(prefersOthers: mergePolicy.prefersOthers)) } catch {
            throw SaveError(reading: error)
        }
    }

    /// Reads those lists of join tables again that were put into another order here and forgotten since: a list that
    /// nobody reads before the save is merged as one that was read.
    private func readReorderedLists() throws(SaveError) {
        let graph = ObjectGraph(context: self)
        for object in registry.pending where object.entity.hasMoreThanColumns && object.status == .updated {
            for relationship in object.entity.relationships {
                let state = relationship.state(in: object).pointee
                guard case .links = relationship.storage, !state.isResolved, state.edits?.isReordered == true else {
                    continue
                }
                do { try graph.resolve(relationship, of: object) } catch { throw SaveError(reading: error) }
            }
        }
    }

    /// True if other contexts may have changed lists in join tables since they were read, without a notice of it.
    var mayHaveOldLinks: Bool {
        guard case .store = source, !automaticallyMergesChangesFromParent || isPinned else { return false }
        return isPinned || !listPositions.isRead(asOf: coordinator.commitCount)
    }

    /// True if other contexts may have appended to a list since its end was read here.
    private var mayHaveOldEnds: Bool {
        guard !listPositions.unread.isEmpty else { return false }
        if case .store = source { return !isPinned && listPositions.unread.asOf != coordinator.commitCount }
        return true
    }

    /// True if lists may have been changed elsewhere since they were read, or merged: a parent's own changes are merged at
    /// the next read, and what others put in the list and is changed here is not in the list here.
    private var mayHaveOldLists: Bool {
        switch source {
        case .store:
            !isPinned
                && (automaticallyMergesChangesFromParent
                    ? registry.pending.contains(where: \.mayHidePosition)
                    : listPositions.hasRead && !listPositions.isRead(asOf: coordinator.commitCount))
        case .parent: true
        case .prototype: false
        }
    }

    /// Returns what `save()` commits; nil when there is nothing to save. Then `finish` or `failSave` has to follow.
    func prepareSave() throws(SaveError) -> ChangeSet? {
        guard !registry.pending.isEmpty else { return nil }
        if defaults.isClosed { throw SaveError(.closed) }
        if let failure = faulting.lazyReading.failure { throw SaveError(.unread(reason: "\(failure)")) }
        do { try applyInbox() } catch { throw SaveError(reading: error) }
        readCascadedRowsForObservers()
        do throws(SaveError) {
            try requireNumbers()
            try prepareObjects()
            try mergeLists()
            return try makeChangeSet()
        } catch {
            coordinator.meter.countRefusal(error)
            throw failSave(error)
        }
    }

    // Once for all objects.
    private func requireNumbers() throws(SaveError) {
        let failures = insertions.takeFailures()
        guard !failures.isEmpty else { return }
        for object in registry.pending where object.status == .inserted {
            if let failure = failures[object.number] { throw failure }
        }
    }

    /// Ends a failed save, and returns its error with the details that this context has.
    func failSave(_ error: SaveError) -> SaveError {
        listPositions.takeSaved()?.takeBack()
        _ = changeRecorder.endPreparing()
        updateAttention()
        return explained(error)
    }

    /// Makes the objects what the store now holds.
    ///
    /// - Parameters:
    ///   - storeIndexes: the stores that were saved to; nil for all.
    ///   - readsUnwritten: true to read again the objects of which nothing was written.
    func finish(_ outcome: CommitOutcome, in storeIndexes: Set<Int>? = nil, readsUnwritten: Bool = false) {
        // Rows that the store did not find were not deleted.
        _ = cascadedRows.takeUnread()
        if storeIndexes != nil || !leavesSavedRows(outcome) { makeCascadedObjects() }
        cascadedRows = CascadedRows()
        let all = registry.takePending()
        var saved = storeIndexes.map { indexes in all.filter { indexes.contains($0.storeIndex) } } ?? all
        if let storeIndexes {
            for object in all where !storeIndexes.contains(object.storeIndex) { registry.keepPending(object) }
        }
        let published = core.withLock { $0.subjects.didSave } == nil ? nil : ObjectChanges(pending: saved)
        notifyChildren(about: saved)
        let details = outcome.isPlain ? nil : outcome.details
        var joined: [ManagedObject] = []
        if let details, !details.joined.isEmpty { (saved, joined) = resolveJoins(details, saved) }
        insertions.didSave()
        let isMerged = details.map { !$0.merged.isEmpty || !$0.deleted.isEmpty } ?? false
        let implied = saved.filter {
            $0.status != .deleted && $0.edits?.implied.isEmpty == false && details?.merged[$0.number] == nil
        }.map { ($0, $0.edits) }
        let kept = isMerged ? saved.filter { $0.status == .deleted && details?.merged[$0.number] != nil } : []
        // With those that were deleted without action: what referred to them refers to nothing from now on.
        let gone = saved.filter { object in
            isMerged && details?.deleted.contains(object.number) ?? false
                || object.status == .deleted && object.entity.leavesReferences
        }
        var partners: [ManagedObject] = []
        let stale = saved.filter { object in
            let isUnwritten = readsUnwritten && object.status == .updated && outcome.versions[object.number] == nil
            let isStale =
                if isMerged, let details { merge(object, details, &partners) } else {
                    markSaved(object, outcome.versions)
                }
            return isStale || isUnwritten && object.status == .clean
        }
        if storeIndexes == nil {
            relationships.forgetChanges()
            listPositions.forgetChanges()
        }
        listPositions.takeSaved()?.forgetLists()
        _ = changeRecorder.endPreparing()
        updateAttention()
        restore(kept: Array(kept))
        ObjectGraph(context: self).loseGone(Array(gone))
        var consequences = details?.consequences ?? CommitNotice()
        for (object, edits) in implied { revertImplied(object, edits, &consequences) }
        for object in joined + stale + partners { consequences.noteUpdate(of: object.number, object.entity.name) }
        note(consequences)
        renewGeneration()
        if !kept.isEmpty { notifyChildren(ofLinksOf: kept) }
        if innerSaves != .none { return }
        if !joined.isEmpty {
            // A stored object may have been changed itself, or several may have become it.
            var called: Set<ObjectIdentifier> = []
            let all = (saved + joined).filter { called.insert(ObjectIdentifier($0)).inserted }
            saved = ContiguousArray(all.sorted { $0.number < $1.number })
        }
        for object in saved { object.didSave() }
        if let published { publish(\.didSave) { published } }
    }

    /// Makes a saved object clean, and returns whether it has to be read again.
    private func markSaved(_ object: ManagedObject, _ versions: [Int64: Int64]) -> Bool {
        if object.entity.hasPositions { takeBackPositions(of: object) }
        let edits = object.edits.take()
        if object.entity.hasMoreThanColumns { object.markRelationshipsSaved(in: self) }
        if object.status == .deleted {
            (object.status, object.isMissing) = (.gone, false)
            registry.forget(object)
            return false
        }
        // Edits that changed nothing were not saved, and may have kept out other contexts' values of the same
        // attributes.
        let isStale =
            object.status == .updated && versions[object.number] == nil && isToBeReadAgain(object, after: edits)
        (object.isOutdated, object.isMissing, object.isStoredToo) = (false, false, false)
        object.version = versions[object.number] ?? object.version + (object.status == .inserted ? 1 : 0)
        object.status = .clean
        return isStale
    }

    /// Makes relationships find the objects again whose deletion was given up, and those objects' relationships find theirs.
    private func restore(kept objects: [ManagedObject]) {
        for object in objects {
            for relationship in object.entity.relationships { relationship.forgetMembers(of: object) }
        }
        ObjectGraph(context: self).findAgain(objects)
    }

    /// Puts references back that a rule made nil and the save did not, and has the object read again.
    private func revertImplied(_ object: ManagedObject, _ edits: ObjectEdits?, _ consequences: inout CommitNotice) {
        guard let edits, object.status == .clean else { return }
        if consequences.updated[object.entity.name]?.numbers.contains(object.number) == true { return }
        for column in edits.implied {
            if let base = edits.base[column] { object.assignStored(base, at: column) }
        }
        consequences.noteUpdate(of: object.number, object.entity.name)
    }

    /// Takes over other contexts' changes and the values that the merge policy kept. Returns true if the object has to
    /// be read again.
    ///
    /// - Parameter partners: receives the other ends of changed one-to-ones, which have to be read again too.
    private func merge(
        _ object: ManagedObject, _ outcome: CommitOutcome.Details, _ partners: inout [ManagedObject]
    ) -> Bool {
        let values = outcome.merged[object.number]
        // A deletion that was not made has values; an update that lost against a deletion is named.
        if object.status == .deleted, values != nil { object.status = .updated }
        if outcome.deleted.contains(object.number) {
            object.willChange?.send()
            object.status = .deleted
        }
        let isStale = markSaved(object, outcome.versions)
        if outcome.deleted.contains(object.number) { object.isMissing = true }
        guard let values, object.differs(from: values) else { return isStale }
        object.willChange?.send()
        let pairings = object.entity.hasReferences ? ObjectGraph(context: self).pairings(of: object) : []
        // A value that this build's type refuses stays as it was here; the next fetch reports it.
        for (index, value) in values.enumerated() { try? object.entity.attributes[index].assign(value, in: object) }
        for (reference, former) in pairings {
            let present = reference.state(in: object).pointee.reference
            if former != present { partners += [former, present].compactMap { objects[$0] } }
        }
        didRefresh(object)
        return isStale
    }
}

// Conflicts.
extension ManagedObjectContext {
    /// Adds to a conflict that the store reported what was read here and what is here.
    private func explained(_ error: SaveError) -> SaveError {
        switch error.reason {
        case .conflict, .deletionConflict: break
        default: return error
        }
        guard let id = error.objectIDs.first, let object = confinement.store.number(of: id).flatMap({ objects[$0] })
        else { return error }
        var error = error
        let attributes = object.entity.attributes
        func named(_ values: [StoredValue]) -> [String: StoredValue] {
            Dictionary(zip(attributes, values).lazy.filter { !$0.0.isPosition }.map { ($0.name, $1) }) { $1 }
        }
        // An object with a value that has no stored form is reported without its values.
        error.conflict = MergeConflict(
            objectID: id,
            attributeNames: error.attributeName == nil ? [] : changedOnBothSides(object, error.storedValues),
            base: named((try? baseValues(of: object)) ?? []),
            here: object.status == .deleted ? nil : named((try? values(of: object)) ?? []),
            stored: error.storedValues.map(named))
        return error
    }
}

extension ManagedObjectContext {
    private func changedOnBothSides(_ object: ManagedObject, _ stored: [StoredValue]?) -> [String] {
        guard let stored, let edits = object.edits else { return [] }
        return object.entity.attributes.filter { attribute in
            guard !attribute.isPosition, let base = edits.base[attribute.index], stored[attribute.index] != base
            else { return false }
            return (try? attribute.storedValue(in: object)) != base
        }.map(\.name)
    }
}

extension ManagedObject {
    /// True if another context may have put an object into a list that its pending change here keeps it out of.
    fileprivate final var mayHidePosition: Bool {
        guard isOutdated || edits.map({ $0.baseVersion != version }) ?? false else { return false }
        return entity.references.contains { $0.positionColumn != nil }
    }

    final var anyObjectID: AnyManagedObjectID {
        AnyManagedObjectID(entityName: entity.name, store: confinement.store, number: number)
    }
}
