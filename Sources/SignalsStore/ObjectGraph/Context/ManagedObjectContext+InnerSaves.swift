// Saves that a closure makes itself whose changes are saved together or not at all, when it has returned.
extension ManagedObjectContext {
    /// Has each `save()` be part of what the closure that runs with this context comes to. It goes into a level between
    /// this context and what it read from, which nobody else sees.
    func beginInnerSaves() { savesInside = true }

    /// Reads the store as the closure that runs with this context has it to itself.
    func beginReading(alone turn: ExclusiveTurn) {
        readSource.pin(to: turn.store, asOf: coordinator.commitCount, isAlone: true)
    }

    /// Reads what was last committed, as others do.
    func endReadingAlone() {
        innerLevel?.endReadingAlone()
        readSource.pin(to: nil, asOf: coordinator.commitCount)
    }

    /// The level that inner saves go into; nil before the first.
    var innerLevel: ManagedObjectContext? { level.value }

    /// Makes the changes until now part of the whole.
    func saveInside() throws(SaveError) {
        makeCascadedObjects()
        guard let changeSet = try prepareSave() else { return }
        if changeSet.isEmpty { return finish(CommitOutcome()) }
        do throws(SaveError) {
            let level = innerLevel ?? makeInnerLevel()
            let known = try level.confinement.enter { () throws(SaveError) in try level.adoptBases(of: self) }
            finish(try withExtendedLifetime(known) { () throws(SaveError) in try level.absorb(changeSet, from: self) })
        } catch { throw failSave(error) }
    }

    /// Ends the inner saves when the closure has returned.
    ///
    /// - Returns: the context that has all of its changes and no others, and is to be saved.
    func endInnerSaves() throws(SaveError) -> ManagedObjectContext {
        try requireValues()
        guard let level = innerLevel else {
            savesInside = false
            return self
        }
        try saveInside()
        savesInside = false
        prepare(level)
        return level
    }

    /// Ends the inner saves, and saves all.
    func saveWhole(_ span: OngoingSpan?) throws(SaveError) {
        let whole = try endInnerSaves()
        try whole.confinement.enter { () throws(SaveError) in try whole.saveHere(span) }
    }

    /// The context with what inner saves saved, and without what was changed since; nil when there were none.
    func leaveInnerSaves() -> ManagedObjectContext? {
        savesInside = false
        if let level = innerLevel { prepare(level) }
        return innerLevel
    }

    private func prepare(_ level: ManagedObjectContext) {
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

    /// Has the objects that a context changed be here as it read them: against that its changes are compared when all is
    /// saved.
    private func adoptBases(of child: ManagedObjectContext) throws(SaveError) -> [ManagedObject] {
        var known: [ManagedObject] = []
        for object in child.objects.pending where object.status != .inserted && !object.isUnloaded {
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
}
