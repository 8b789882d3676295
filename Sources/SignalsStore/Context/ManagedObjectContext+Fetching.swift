import Foundation

extension ManagedObjectContext {
    /// The objects that a request asks for, as they were last committed, with this context's own changes.
    ///
    /// A row that this context knows already gives the same object as before. Runs on the context's queue.
    ///
    /// - Throws: `FetchError`.
    public func fetch<Object: ManagedObject>(_ request: FetchRequest<Object>) throws -> [Object] {
        verify("fetch(_:)")
        try applyInbox()
        let entity = entity(for: Object.self)
        let query = try request.query(entity, coordinator.schema(of: entity), store: confinement.store)
        let pending = objects.pending.filter { $0.entity === entity }
        if pending.isEmpty { return try stored(query, entity, as: Object.self) }
        return try PendingFetch(request: request, pending: pending.compactMap { $0 as? Object }).merge { widening in
            var query = query
            widening(&query)
            return try stored(query, entity, as: Object.self)
        }
    }

    /// The number of objects that `fetch(_:)` would find. Runs on the context's queue.
    ///
    /// - Throws: `FetchError`.
    public func count<Object: ManagedObject>(for request: FetchRequest<Object>) throws -> Int {
        verify("count(for:)")
        try applyInbox()
        let entity = entity(for: Object.self)
        guard !objects.pending.contains(where: { $0.entity === entity }) else { return try fetch(request).count }
        let query = try request.query(entity, coordinator.schema(of: entity), store: confinement.store)
        return try readStore { try coordinator.store.count(query) }
    }

    /// The object with an ID, from this context or from the store. Runs on the context's queue.
    ///
    /// - Throws: `FetchError.noSuchObject` when it is not in the store or is to be deleted by this context's next save,
    ///   or another `FetchError`.
    public func existingObject<Object: ManagedObject>(with id: ManagedObjectID<Object>) throws -> Object {
        verify("existingObject(with:)")
        guard id.store == confinement.store else { throw FetchError.foreignObjectID(AnyManagedObjectID(id)) }
        try applyInbox()
        if let known = objects[id.number] as? Object {
            if known.status == .deleted { throw FetchError.noSuchObject(AnyManagedObjectID(id)) }
            return known
        }
        let entity = entity(for: Object.self)
        var query = Query(entity: coordinator.schema(of: entity))
        query.condition = .objectID(isOneOf: [id.number])
        guard let object = try stored(query, entity, as: Object.self).first else {
            throw FetchError.noSuchObject(AnyManagedObjectID(id))
        }
        return object
    }

    private func stored<Object: ManagedObject>(
        _ query: Query, _ entity: EntityDescription, as type: Object.Type
    ) throws -> [Object] {
        var found: [Object] = []
        try readStore {
            try coordinator.store.fetch(query) { page in
                found.reserveCapacity(found.count + page.count)
                for row in page.indices {
                    found.append(unsafeDowncast(try object(for: page[row], entity), to: Object.self))
                }
            }
        }
        return found
    }

    func readStore<Result>(_ read: () throws -> Result) throws -> Result {
        if coordinator.isClosed { throw FetchError.closed }
        return try read()
    }

    func object(for row: RowPage.Row, _ entity: EntityDescription) throws -> ManagedObject {
        if let known = objects[row.number] {
            if known.isUnloaded || known.version < row.version, known.status != .deleted {
                try takeOver(row, into: known)
            }
            return known
        }
        let object = make(
            ObjectIdentity(entity: entity, number: row.number, version: row.version, status: .clean))
        do { try takeOver(row, into: object) } catch {
            objects.remove(object)
            throw error
        }
        return object
    }

    /// An object for a row, without the row's values.
    func make(_ identity: ObjectIdentity) -> ManagedObject {
        objects.nextIdentity = identity
        let object = identity.entity.type.init(context: self)
        // What an initialiser of a subclass assigns is meant for new objects, and must not replace what is stored.
        if object.status != .clean {
            object.clearEdits()
            objects.set(.clean, of: object)
        }
        return object
    }

    /// Gives an object the values of its row, except for attributes that were edited here: of those, the value that the
    /// edit replaced stays what it was, so that the next save finds the conflict.
    private func takeOver(_ row: RowPage.Row, into object: ManagedObject) throws {
        let references = ReferencesBefore(object)
        let slots = object.entity.slots
        for index in slots.indices where object.edits == nil || object.edits?.base[index] == nil {
            guard slots[index].codec.assign(row.page, row.cell(index), slots[index].address(in: object)) else {
                throw FetchError.refusedValue(
                    entityName: object.entity.name, attributeName: object.entity.attributes[index].name,
                    objectID: object.anyObjectID, value: row.value(at: index))
            }
        }
        object.version = row.version
        object.isUnloaded = false
        references.follow(in: self)
    }
}

extension ManagedObjectContext {
    /// Reads the rows of a notice again. A row that is gone takes its object with it, unless that was edited here: then
    /// the next save reports the conflict.
    func refresh(_ notice: CommitNotice) throws {
        for (name, numbers) in notice.changed {
            let known = numbers.compactMap { objects[$0] }
            guard let entity = known.first?.entity, let schema = coordinator.schemas[name] else { continue }
            var seen: Set<Int64> = []
            for start in stride(from: 0, to: known.count, by: 500) {
                var query = Query(entity: schema)
                query.condition = .objectID(isOneOf: known[start..<min(start + 500, known.count)].map(\.number))
                try readStore {
                    try coordinator.store.fetchRows(query) { row in
                        seen.insert(row.number)
                        _ = try object(for: row, entity)
                    }
                }
            }
            for object in known where !seen.contains(object.number) && object.status == .clean {
                objects.remove(object)
                object.breakRelationships()
            }
        }
        RelationshipNotice(notice).apply(to: self)
    }
}
