// The answers of a parent to its children; they run on the parent's queue.
extension ManagedObjectContext {
    /// Returns what the objects with these IDs are now; those that are deleted are left out.
    func rows(of numbers: some Sequence<Int64>, in entity: EntityDescription) throws -> ParentRows {
        try export(try liveObjects(numbers, in: entity).values.sorted { $0.number < $1.number })
    }

    /// Returns what the objects are now that a request asks for, in its order.
    ///
    /// No objects are made here for rows that are none yet: a child reads as fast as its parent.
    ///
    /// - Parameter settled: the request's query, where it finds nothing that has changes here or above.
    func rows<Object: ManagedObject>(
        for request: FetchRequest<Object>, _ settled: Query? = nil
    ) throws -> ParentRows {
        try applyInbox()
        let entity = entity(for: Object.self)
        guard let query = try settled ?? storesQuery(request, entity), query.entity.subentities.isEmpty else {
            let found = try settled.map { try fetchSettled(request, $0) } ?? fetchHere(request)
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
            let rows = try ask(parent) { try parent.rows(for: request.ofParent, settled) }
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
    func exported(_ row: Int, of page: RowPage, _ entity: EntityDescription) throws -> RowPage {
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
