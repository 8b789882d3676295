import SignalsCore

extension ManagedObjectContext {
    /// The policy of a save for conflicts. Where it was not set, that of the parent context or of the container. May be
    /// read and set anywhere.
    public var mergePolicy: MergePolicy {
        get { core.withLock { $0.settings.mergePolicy } ?? inheritedMergePolicy }
        set { core.withLock { $0.settings.mergePolicy = newValue } }
    }

    var inheritedMergePolicy: MergePolicy {
        if case .parent(let parent) = source { parent.mergePolicy } else { defaults.mergePolicy }
    }

    /// True if the context merges what other contexts save: to the store, or, for a child context, to the parent. On
    /// for a container's view context and off for others. May be read and set anywhere.
    ///
    /// Objects that were not changed here get the new values; changed objects get them for attributes that were not
    /// edited here. This happens before a fetch, a count or a save, and soon after the other's save on the context's
    /// queue, so that values do not change between two reads. If it is off, fetching an object still brings that object
    /// up to date, and so do `refreshAllObjects()` and `mergeChanges(from:)`.
    ///
    /// A child context reads what its parent has, saved or not. What the parent changes itself shows in objects that
    /// the child has read when it fetches them again. A child's fetch also fetches in its parent: if the parent does
    /// not merge automatically, the fetch brings the objects that it finds up to date there. What the parent takes
    /// back, by `rollback()`, `undo()`, `redo()`, `reset()` or a refresh that does not merge, shows in a child that
    /// merges automatically, as the parent's saves do.
    public var automaticallyMergesChangesFromParent: Bool {
        get { core.withLock { $0.settings.followsParent } }
        set {
            if core.withLock({ $0.settings.follow(newValue) }) { followSource() }
        }
    }

    private func followSource() {
        switch source {
        case .store(let coordinator, _): coordinator.observers.follow(self)
        case .parent(let parent): parent.core.withLock { $0.children.append(WeakContext(context: self)) }
        case .prototype: break
        }
    }

    /// Merges the save of another context of the same store, or of the same parent: a value that its `didSave`
    /// published. Runs on the context's queue.
    ///
    /// Attributes that were edited here keep their edits. What cannot be read now is read by the next fetch.
    ///
    /// - Parameter changes: the IDs of the saved objects; IDs of another store are left out.
    public func mergeChanges(from changes: ObjectChanges) {
        verify("mergeChanges(from:)")
        let changed = changes.updatedObjectIDs.union(changes.deletedObjectIDs).union(changes.insertedObjectIDs)
        let rows = changed.compactMap { id in confinement.store.number(of: id).map { ($0, id.entityName) } }
        markStale(rows)
        renewGenerations()
        try? applyInbox()
        bringMembersUpToDate(of: rows.compactMap { objects[$0.0] })
    }

    /// Brings all objects up to date with the store, or with the parent context. Attributes that were edited here keep
    /// their edits. Runs on the context's queue; what cannot be read now is read by the next fetch.
    public func refreshAllObjects() {
        verify("refreshAllObjects()")
        var notice = CommitNotice()
        notice.isEverything = true
        putBack(notice)
        renewGenerations()
        try? applyInbox()
    }
}

// The merging of other contexts' commits.
extension ManagedObjectContext: CommitFollower {
    /// Takes note of a commit, if the context follows; may be called on any thread.
    package func receive(_ notice: CommitNotice) {
        guard automaticallyMergesChangesFromParent else { return }
        // Rows that were added concern no object that exists already, unless they refer to it, or were deleted before: then
        // one is here still where it was changed.
        var notice = notice
        notice.inserted = notice.inserted.filter { $0.refersToOthers || $0.bringsBackRows }
        if !notice.isEmpty { announce(notice) }
    }

    /// Puts a notice into the inbox and has that applied soon. A hop that finds it empty does nothing; a fetch before it
    /// applies the notice itself.
    private func announce(_ notice: CommitNotice) {
        if core.withLock({ $0.inbox.announce(notice) }) { announceInbox() }
    }

    private func announceInbox() {
        if core.withLock({ $0.inbox.needsNames }) {
            // Only this queue may read the objects of the context.
            return perform { [weak self] in
                self?.noteAllObjects()
                self?.announceInbox()
            }
        }
        guard case .parent(let parent) = source else {
            return perform { [weak self] in
                _ = self?.core.withLock { $0.inbox.open() }
                try? self?.applyInbox()
            }
        }
        // The parent's queue first, and never waiting for it: it may wait for this context's.
        parent.perform { [weak self] in
            guard let inbox = self?.core.withLock({ $0.inbox.open() }), !inbox.notice.isEmpty else { return }
            // It ran over meanwhile.
            if inbox.needsNames { self?.announceInbox() }
            guard !inbox.needsNames else { return }
            parent.findRows(for: inbox.notice) { [weak self] rows in
                self?.perform { [weak self] in self?.apply(rows, for: inbox) }
            }
        }
    }

    /// Takes over the rows that were read for the inbox, unless a fetch or a save has done that, or the inbox has grown
    /// meanwhile.
    private func apply(_ rows: ParentRows, for read: Inbox) {
        let isCurrent = core.withLock { core in
            guard core.inbox.generation == read.generation, !core.inbox.notice.isEmpty else { return false }
            core.inbox.notice = CommitNotice()
            return true
        }
        guard isCurrent else { return }
        let lists = PendingLists(self)
        let moved: [ManagedObject]
        do {
            try take(rows, read.notice)
            RelationshipNotice(read.notice).apply(to: self)
            try readPartedPairs()
            moved = try lists.merge()
        } catch { return putBack(read.notice) }
        notifyChildren(read.notice.with(moved))
    }

    /// Reads the objects of this context that other contexts changed again. Attributes that were edited here keep their
    /// edits. A context that is pinned to a state of the store leaves it for later.
    ///
    /// A failure leaves the inbox as it was: the next fetch or save applies it, or throws. So callers that cannot throw
    /// drop the error.
    func applyInbox() throws {
        takeOverAliases()
        if !isPinned { try mergeInbox() }
    }

    /// Applies the inbox as far as this context can read it now; where it is pinned, the rest is applied later.
    func mergeInbox() throws {
        guard core.withLock({ $0.inbox.hasContent }) else { return }
        noteAllObjects()
        let notice = takeInbox()
        guard !notice.isEmpty else { return }
        let lists = PendingLists(self)
        let moved: [ManagedObject]
        do {
            if case .parent(let parent) = source {
                try take(try ask(parent) { try parent.rows(for: notice) }, notice)
                RelationshipNotice(notice).apply(to: self)
            } else {
                try refresh(notice)
            }
            try readPartedPairs()
            moved = try lists.merge()
            if isPinned {
                // Read again then: part of it is what this context has saved over since.
                var rest = notice
                rest.isRepeated = true
                putBack(rest)
            }
        } catch {
            putBack(notice)
            throw error
        }
        resumeLazyReading()
        notifyChildren(notice.with(moved))
    }

    /// Shows the effects of delete rules on rows here, as soon as they can be read.
    func note(_ consequences: CommitNotice) {
        guard !consequences.isEmpty else { return }
        putBack(consequences)
        try? applyInbox()
    }

    /// Notes each object of this context, since anything may have changed. Runs on the context's queue.
    private func noteAllObjects() {
        core.withLock { core in if core.inbox.needsNames { core.inbox.name(objects.all) } }
    }

    /// True if there are children that follow, or were.
    var hasFollowers: Bool { core.withLock { !$0.children.isEmpty } }

    /// Notifies the children that follow of a new object that is gone: one may have made it, or read it, and no save
    /// here will name it.
    func notifyChildren(withdrawn object: ManagedObject) {
        guard hasFollowers else { return }
        var notice = CommitNotice()
        notice.deleted[object.entity.name] = [object.number]
        notifyChildren(notice)
    }

    /// Passes on to the children that follow what this context saved.
    func notifyChildren(about saved: ContiguousArray<ManagedObject>) {
        guard hasFollowers else { return }
        var notice = CommitNotice()
        for object in saved {
            notice.noteUpdate(of: object.number, object.entity.name)
            for relationship in object.entity.relationships {
                guard case .links(let table, let side) = relationship.storage,
                    let edits = relationship.state(in: object).pointee.edits
                else { continue }
                let numbers = Array(edits.added.keys) + edits.removed.keys
                notice.links += numbers.map { number in
                    LinkChange(
                        table: table, kind: edits.added[number] == nil ? .removed : .added,
                        source: side == .source ? object.number : number,
                        target: side == .source ? number : object.number)
                }
                if edits.isReordered, side == .source {
                    notice.orders.append(LinkOrder(table: table, source: object.number, targets: []))
                }
            }
        }
        notifyChildren(notice)
    }

    /// Makes the children that follow read all of their objects again: what was pending here is taken back.
    func notifyChildrenOfEverything() {
        var notice = CommitNotice()
        notice.isEverything = true
        notifyChildren(notice)
    }

    /// Passes on to the children that follow what became readable here.
    func notifyChildren(_ notice: CommitNotice, except origin: ManagedObjectContext? = nil) {
        let followers = core.withLock { core in
            core.children.removeAll { $0.context == nil }
            return core.children.compactMap(\.context)
        }
        for follower in followers where follower !== origin { follower.receive(notice) }
    }

    private func takeInbox() -> CommitNotice {
        core.withLock { core in
            defer { core.inbox.notice = CommitNotice() }
            return core.inbox.notice
        }
    }

    private func putBack(_ notice: CommitNotice) { core.withLock { $0.inbox.add(notice) } }

    func emptyInbox() { _ = takeInbox() }

    /// Makes rows be read again soon, and before the next fetch.
    func markStale(_ rows: some Sequence<(number: Int64, entityName: String)>) {
        var notice = CommitNotice()
        for row in rows { notice.noteUpdate(of: row.number, row.entityName) }
        if !notice.isEmpty { announce(notice) }
    }
}

extension CommitNotice {
    /// The notice with members of lists that got other positions when it was merged.
    func with(_ moved: [ManagedObject]) -> CommitNotice {
        var notice = self
        for member in moved {
            let (name, columns) = (member.entity.name, member.entity.references.compactMap(\.positionColumn))
            notice.noteUpdates(of: CollectionOfOne(member.number), name, columns: columns)
        }
        return notice
    }
}
