// Saves that a closure makes itself whose changes are saved together or not at all, when it has returned.
extension ManagedObjectContext {
    /// Runs a closure as code of the queue, and has each `save()` be part of what it comes to. That goes into a level
    /// between this context and what it read from, which nobody else sees.
    func withInnerSaves<Output, Thrown: Error>(
        _ body: (ManagedObjectContext) throws(Thrown) -> Output
    ) throws(Thrown) -> Output {
        innerSaves = .open
        defer { innerSaves = .ended }
        return try confinement.enter { () throws(Thrown) in try body(self) }
    }

    /// Reads the store as the closure that runs with this context has it to itself.
    func beginReading(alone turn: ExclusiveTurn) {
        readSource.pin(to: turn.store, asOf: coordinator.commitCount, isAlone: true)
    }

    /// Reads the last commit, as other contexts do.
    func endReadingAlone() {
        innerLevel?.endReadingAlone()
        readSource.pin(to: nil, asOf: coordinator.commitCount)
    }

    /// The level that inner saves go into; nil before the first.
    var innerLevel: ManagedObjectContext? { level.value }

    /// Makes the changes until now part of the whole, and returns true; false where saves are ones of their own.
    func saveInside() throws(SaveError) -> Bool {
        switch innerSaves {
        case .none: return false
        case .open:
            try addToWhole()
            return true
        case .preparing: return true
        case .ended:
            if hasChanges { throw Self.endedWithoutSaving }
            return true
        }
    }

    static var endedWithoutSaving: SaveError {
        SaveError(
            .store(
                reason: "The closure that this context was made for has ended without being saved: it failed, was "
                    + "discarded, or runs again with another context. Make what is to be saved all the same in a "
                    + "context of your own"))
    }

    private func addToWhole() throws(SaveError) {
        makeCascadedObjects()
        guard let changeSet = try prepareSave() else { return }
        if changeSet.isEmpty { return finish(CommitOutcome()) }
        do throws(SaveError) {
            finish(try addToWhole(changeSet, Array(objects.pending)))
        } catch { throw failSave(error) }
    }

    /// Makes changes part of the whole.
    ///
    /// - Parameter changed: the objects here that are changed by it.
    func addToWhole(_ changeSet: ChangeSet, _ changed: [ManagedObject]) throws(SaveError) -> CommitOutcome {
        let level = innerLevel ?? makeInnerLevel()
        let known = try level.confinement.enter { () throws(SaveError) in try level.adoptBases(of: changed, self) }
        return try withExtendedLifetime(known) { () throws(SaveError) in
            let outcome = try level.absorb(changeSet, from: self)
            level.confinement.enter { level.keepBases(of: changeSet.deletions, Set(known.lazy.map(\.number))) }
            return outcome
        }
    }

    /// Makes all that the closure changed part of the whole, when it has returned, and prepares that.
    ///
    /// - Returns: the context that has all of the changes and no others, and what it commits; nil when there is nothing
    ///   to save.
    func prepareWhole() throws(SaveError) -> (whole: ManagedObjectContext, changeSet: ChangeSet?) {
        try preparingWhole { () throws(SaveError) in
            try requireValues()
            guard let level = innerLevel else { return (self, try prepareSave()) }
            try addToWhole()
            prepare(level)
            return (level, try level.confinement.enter { () throws(SaveError) in try level.prepareSave() })
        }
    }

    /// Runs what prepares the whole when the closure has returned, as code of the queue.
    func preparingWhole<Output, Thrown: Error>(_ body: () throws(Thrown) -> Output) throws(Thrown) -> Output {
        innerSaves = .preparing
        defer { innerSaves = .ended }
        return try confinement.enter(body)
    }

    /// Commits the whole, and has each later save be one of its own where that succeeds.
    func commitWhole<Thrown: Error>(
        _ whole: ManagedObjectContext, _ commit: () throws(Thrown) -> Void
    ) throws(Thrown) {
        innerSaves = .none
        do throws(Thrown) { try confinement.enter { () throws(Thrown) in try whole.confinement.enter(commit) } } catch {
            innerSaves = .ended
            throw error
        }
    }

    /// Takes note that the whole is saved: each later save is one of its own.
    ///
    /// - Parameter whole: nil where there was nothing to save.
    func finishWhole(_ whole: ManagedObjectContext?, _ outcome: CommitOutcome) {
        innerSaves = .none
        if let whole { whole.confinement.enter { whole.finish(outcome) } }
    }

    /// Saves what was changed in the level since the whole was saved, as `didSave()` of its objects may do.
    func saveChangesOfLevel() throws(SaveError) {
        guard let level = innerLevel, !level.registry.pending.isEmpty else { return }
        try level.confinement.enter { () throws(SaveError) in try level.saveHere(nil) }
    }

    /// The context with what inner saves saved, and without what was changed since; nil when there were none.
    func leaveInnerSaves() -> ManagedObjectContext? {
        if let level = innerLevel { prepare(level) }
        return innerLevel
    }

    func prepare(_ level: ManagedObjectContext) {
        level.name = name
        level.mergePolicy = mergePolicy
    }

    private func makeInnerLevel() -> ManagedObjectContext {
        // Observers are notified of the whole, when it can no longer fail.
        let subject = didSaveSubject
        let made = ManagedObjectContext(levelBelow: self)
        made.core.withLock { $0.subjects.didSave = subject }
        made.readSource = readSource.handOver()
        faulting.forgetReadAhead()
        return level.setIfNil(made)
    }

    /// Takes over the objects that a child changed, with the values that it read: its changes are compared with these when
    /// all is saved.
    private func adoptBases(
        of changed: [ManagedObject], _ child: ManagedObjectContext
    ) throws(SaveError) -> [ManagedObject] {
        var known: [ManagedObject] = []
        for object in changed where object.status != .inserted && !object.isUnloaded {
            guard objects[object.number] == nil, let entity = entity(named: object.entity.name) else { continue }
            var page = RowPageBuilder(schema(of: object))
            page.beginRow(number: object.number, version: object.edits?.baseVersion ?? object.version)
            for value in try child.baseValues(of: object) { page.append(value) }
            let row = page.finish()
            do { known.append(try self.object(for: row[0], entity)) } catch {
                throw SaveError(reading: error, entityName: entity.name)
            }
        }
        // They have been prepared where they were read.
        _ = faulting.exchange(fetched: [])
        return known
    }

    /// Keeps the values that a child read of objects as those that they were deleted with here: what delete rules have
    /// this context read may be newer rows of these, of which the child knew nothing.
    private func keepBases(of deletions: [ChangeSet.Deletion], _ adopted: Set<Int64>) {
        for deletion in deletions where adopted.contains(deletion.number) {
            guard let object = objects[deletion.number], object.status == .deleted, let base = deletion.base else {
                continue
            }
            let owned = object.entity.references.filter { $0.deleteRule == .cascade || $0.deleteRule == .deny }
            for attribute in object.entity.attributes where !owned.contains(where: { $0.column == attribute.index }) {
                let index = attribute.index
                let kept = object.edits?.base[index] ?? (try? attribute.storedValue(in: object))
                guard kept != base[index] else { continue }
                if object.edits == nil { object.edits = ObjectEdits(baseVersion: deletion.baseVersion) }
                object.edits?.base[index] = base[index]
                object.edits?.baseVersion = deletion.baseVersion
            }
        }
    }
}
