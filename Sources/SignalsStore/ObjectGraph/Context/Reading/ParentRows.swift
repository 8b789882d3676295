/// The answer of a context to a child: objects as values, as they are at one moment.
struct ParentRows: Sendable {
    /// The number of the parent's reports so far: rows of a later report are newer.
    let version: Int64
    /// The numbers of the objects, in the order in which the parent found them.
    let order: [Int64]
    /// Their values, in no particular order.
    let pages: [RowPage]
}

// The parent's side; runs on the parent's queue.
extension ManagedObjectContext {
    /// Returns what the objects with these IDs are now; those that are deleted are left out.
    func rows(of numbers: some Sequence<Int64>, in entity: EntityDescription) throws -> ParentRows {
        try export(try liveObjects(numbers, in: entity).values.sorted { $0.number < $1.number })
    }

    /// Returns what the objects are now that a request asks for, in its order.
    ///
    /// No objects are made here for rows that are none yet: a child reads as fast as its parent.
    func rows<Object: ManagedObject>(for request: FetchRequest<Object>) throws -> ParentRows {
        try applyInbox()
        let entity = entity(for: Object.self)
        guard let query = try storesQuery(request, entity), query.entity.subentities.isEmpty else {
            let found = try fetchHere(request)
            try readMembersForChild(of: found)
            return try export(found)
        }
        var (order, pages, known): ([Int64], [RowPage], [ManagedObject]) = ([], [], [])
        func add(_ page: RowPage) throws {
            for row in page.indices where objects[page.key(row).number] != nil {
                known.append(try object(for: row, of: page, entity))
            }
            pages.append(page)
        }
        if case .parent(let parent) = source {
            let rows = try ask(parent) { try parent.rows(for: request.ofParent) }
            order = rows.order
            for page in rows.pages { try add(page) }
        } else {
            try readStore { store in
                try store.fetch(query) { page in
                    order += page.numbers
                    try add(page)
                }
            }
        }
        awakeFetched()
        try readPartedPairs()
        try readMembersForChild(of: known)
        // First, since what they are here counts, and not what was read.
        let exported = try export(known)
        return ParentRows(
            version: exports, order: order, pages: exported.pages + pages.map { $0.with(version: exports) })
    }

    /// Returns what the objects are now that a notice names.
    func rows(for notice: CommitNotice) throws -> ParentRows {
        var found: [ManagedObject] = []
        for (name, numbers) in notice.changed {
            guard let entity = entity(named: name) else { continue }
            found += try liveObjects(numbers, in: entity).values
        }
        return try export(found)
    }

    /// Finds what the objects are now that a notice names, without waiting for the queue of a parent: one that is asked
    /// on its own queue for what is not here calls back.
    ///
    /// - Parameter body: called on this context's queue, unless something cannot be read now.
    func findRows(for notice: CommitNotice, _ body: @escaping @Sendable (ParentRows) -> Void) {
        var unread = CommitNotice()
        if case .parent = source {
            for (name, numbers) in notice.changed {
                for number in numbers where objects[number]?.isUnloaded ?? true { unread.noteUpdate(of: number, name) }
            }
        }
        guard case .parent(let parent) = source, !unread.isEmpty else {
            if let rows = try? rows(for: notice) { body(rows) }
            return
        }
        parent.perform { [weak self, unread] in
            parent.findRows(for: unread) { [weak self] rows in
                self?.perform { [weak self] in
                    guard let self, let read = try? self.take(rows) else { return }
                    // Objects that are not here now are not in the child either.
                    let known = notice.changed.values.joined().compactMap { self.objects[$0] }
                    let found = known.filter { !$0.isUnloaded && $0.status != .deleted }
                    if let rows = try? self.export(found) { body(rows) }
                    withExtendedLifetime(read) {}
                }
            }
        }
    }

    /// Objects by their numbers, from here or from where this context reads; deleted ones are left out.
    func liveObjects(
        _ numbers: some Sequence<Int64>, in entity: EntityDescription
    ) throws -> [Int64: ManagedObject] {
        var found: [Int64: ManagedObject] = [:]
        var missing: [Int64] = []
        for number in numbers {
            if let known = objects[number], !known.isUnloaded { found[number] = known } else { missing.append(number) }
        }
        if !missing.isEmpty {
            for object in try read(missing, in: entity) { found[object.number] = object }
        }
        return found.filter { $0.value.status != .deleted }
    }

    /// - Parameter objects: those whose values the child gets. A fault is read first, and left out where its row is gone.
    func export(_ objects: [ManagedObject]) throws -> ParentRows {
        let objects = try objects.contains(where: \.isUnloaded) ? objects.filter(isReadable) : objects
        exports += 1
        var pages: [ObjectIdentifier: RowPageBuilder] = [:]
        for object in objects {
            try append(object, to: &pages[ObjectIdentifier(object.entity), default: RowPageBuilder(schema(of: object))])
        }
        return ParentRows(
            version: exports, order: objects.map(\.number),
            pages: pages.keys.compactMap { pages[$0]?.finish() })
    }

    private func isReadable(_ object: ManagedObject) throws -> Bool {
        do { try load(object) } catch FetchError.noSuchObject { return false }
        return true
    }

    /// Returns the row of an object of this context for a child, whose row was read for that.
    fileprivate func exported(_ row: Int, of page: RowPage, _ entity: EntityDescription) throws -> RowPage {
        var builder = RowPageBuilder(page.entity, capacity: 1)
        try append(try object(for: row, of: page, entity), to: &builder)
        return builder.finishLast()
    }

    private func append(_ object: ManagedObject, to page: inout RowPageBuilder) throws {
        page.beginRow(number: object.number, version: exports)
        for attribute in object.entity.attributes {
            do { page.append(try attribute.storedValue(in: object)) } catch {
                throw FetchError.store(
                    reason: "\(object.entity.name).\(attribute.name) of the parent context cannot be encoded: \(error)")
            }
        }
    }
}

// The child's side; runs on the child's queue.
extension ManagedObjectContext {
    /// The objects that the parent finds, in its order.
    func fetch<Object: ManagedObject>(
        _ request: FetchRequest<Object>, from parent: ManagedObjectContext
    ) throws -> [Object] {
        let request = request.ofParent
        if let found = try fetchPages(request, from: parent) { return found }
        let rows = try ask(parent) { try parent.rows(for: request) }
        let found = try take(rows)
        let isExact = rows.pages.allSatisfy { entity(named: $0.entity.name)?.type == Object.self }
        // SAFETY: the entities of all pages have this class, and arrays of references have one layout. A cast would look at
        // each object.
        return isExact ? unsafeBitCast(found, to: [Object].self) : found.compactMap { $0 as? Object }
    }

    /// Makes the objects of each page while the parent reads, so that no more than one is kept: a million rows would not fit
    /// into the processor's caches, nor into memory twice.
    ///
    /// - Returns: nil, and nothing was read, where the parent finds what it has changed too, reads from a parent itself, or
    ///   where its queue is one of another thread, on which objects of this context are not made.
    private func fetchPages<Object: ManagedObject>(
        _ request: FetchRequest<Object>, from parent: ManagedObjectContext
    ) throws -> [Object]? {
        let entity = entity(for: Object.self)
        guard case .store = parent.source, entity.type == Object.self else { return nil }
        var (found, known): ([ManagedObject], [ManagedObject]) = ([], [])
        defer { awakeFetched() }
        let isRead = try ask(parent) {
            guard confinement.isEntered else { return false }
            try parent.applyInbox()
            guard let query = try parent.storesQuery(request, entity), query.entity.subentities.isEmpty else {
                return false
            }
            takeOverAliases()
            parent.exports += 1
            let version = parent.exports
            try parent.readStore { store in
                try store.fetch(query) { stored in
                    let page = stored.with(version: version)
                    for row in page.indices {
                        guard let its = parent.objects[page.key(row).number] else {
                            found.append(try object(for: row, of: page, entity))
                            continue
                        }
                        known.append(its)
                        found.append(try object(for: 0, of: parent.exported(row, of: stored, entity), entity))
                    }
                }
            }
            try parent.readPartedPairs()
            try parent.readMembersForChild(of: known)
            return true
        }
        // SAFETY: each object was made for `entity`, whose class is this, and arrays of references have one layout.
        return isRead ? unsafeBitCast(found, to: [Object].self) : nil
    }

    /// The objects of these rows, made or brought up to date.
    ///
    /// - Parameter leavesKnown: true to leave those as they are that have been read.
    @discardableResult
    func take(_ rows: ParentRows, leavingKnown leavesKnown: Bool = false) throws -> [ManagedObject] {
        takeOverAliases()
        var found: [ManagedObject] = []
        for page in rows.pages {
            guard let entity = entity(named: page.entity.name) else { continue }
            for row in page.indices {
                let known = leavesKnown ? objects[page.key(row).number].flatMap { $0.isUnloaded ? nil : $0 } : nil
                found.append(try known ?? object(for: row, of: page, entity))
            }
        }
        awakeFetched()
        if found.elementsEqual(rows.order, by: { $0.number == $1 }) { return found }
        let byNumber = Dictionary(found.lazy.map { ($0.number, $0) }) { first, _ in first }
        return rows.order.compactMap { byNumber[$0] }
    }

    /// Brings the objects of this context that a notice names up to date. An object that the parent does not have any
    /// more is gone, unless it was changed here: then the next save reports the conflict.
    func take(_ rows: ParentRows, _ notice: CommitNotice) throws {
        takeOverAliases()
        var seen: Set<Int64> = []
        try puttingListsInOrderOnce {
            for page in rows.pages {
                guard let entity = entity(named: page.entity.name) else { continue }
                for row in page {
                    seen.insert(row.number)
                    if objects[row.number] != nil { _ = try object(for: row, entity) }
                }
            }
        }
        let missing = notice.changed.values.joined().lazy.filter { !seen.contains($0) }.compactMap { self.objects[$0] }
        let gone = forgetIfClean(missing.filter { $0.version < rows.version })
        ObjectGraph(context: self).loseGone(gone)
    }

    /// Lets go of objects that are no longer where this context reads, unless they were changed here.
    ///
    /// - Returns: those that are gone now.
    func forgetIfClean(_ missing: [ManagedObject]) -> [ManagedObject] {
        ObjectGraph(context: self).removingFromLists(missing) { for object in missing { forgetIfClean(object) } }
        return missing.filter { $0.status == .gone }
    }

    /// Lets go of an object that is no longer where this context reads, unless it was changed here.
    func forgetIfClean(_ object: ManagedObject) {
        guard object.status == .clean else { return keepMissing(object) }
        object.willChange?.send()
        lose(object)
        object.removeFromRelationships()
        didChange(object)
    }

    /// Forgets an object whose row was deleted elsewhere: no step of `undo()` brings it back.
    func lose(_ object: ManagedObject) {
        objects.remove(object)
        object.isMissing = true
    }

    /// Keeps an object that was changed here and whose row is deleted: its targets refer back to it, though where this
    /// context reads nothing says so any more.
    func keepMissing(_ object: ManagedObject) {
        // A new one has no row, or none any more.
        if object.status == .inserted { return object.isStoredToo = false }
        object.isMissing = true
        guard object.status == .updated, !object.isUnloaded else { return }
        for reference in object.entity.references {
            let number = reference.state(in: object).pointee.reference
            guard number != 0, let inverse = reference.inverse else { continue }
            relationships.strays.note(object.number, referringTo: number)
            guard let other = objects[number] else { continue }
            if inverse.isToOne { pair(object, by: reference, with: other) } else { inverse.regain(object, in: other) }
        }
    }
}
