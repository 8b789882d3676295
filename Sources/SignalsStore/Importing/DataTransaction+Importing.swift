extension DataTransaction {
    /// Makes an object from a source.
    ///
    /// - Parameters:
    ///   - into: the objects' class, and where needed their store's configuration.
    ///   - source: the source.
    /// - Returns: the object; nil when its class does not want one from this source.
    /// - Throws: the problem with the source. Let it out of the transaction's closure, so that nothing is kept.
    @discardableResult
    public func importObject<Object: ImportableObject>(
        _ into: Into<Object>, source: Object.ImportSource
    ) throws -> Object? {
        guard try Object.shouldInsert(from: source, in: self) else { return nil }
        let object = create(into)
        try object.update(from: source, in: self)
        return object
    }

    /// Makes objects from sources, in their order.
    ///
    /// - Parameters:
    ///   - into: the objects' class, and where needed their store's configuration.
    ///   - sources: the sources to import, in this order.
    /// - Returns: the objects, without those that their class does not want.
    /// - Throws: the problem with a source. Let it out of the transaction's closure, so that nothing is kept.
    @discardableResult
    public func importObjects<Object: ImportableObject>(
        _ into: Into<Object>, sources: some Sequence<Object.ImportSource>
    ) throws -> [Object] {
        try sources.compactMap { try importObject(into, source: $0) }
    }

    /// Updates the object that a source names, or makes it.
    ///
    /// - Parameters:
    ///   - into: the objects' class, and where needed their store's configuration.
    ///   - source: the source.
    /// - Returns: the object; nil when the source names none, or its class does not want it.
    /// - Throws: the problem with the source. Let it out of the transaction's closure, so that nothing is kept.
    @discardableResult
    public func importUniqueObject<Object: ImportableUniqueObject>(
        _ into: Into<Object>, source: Object.ImportSource
    ) throws -> Object? {
        try importUniqueObjects(into, sources: [source]).first
    }

    /// Updates the objects that sources name, or makes them. Of several sources that name one object the last one
    /// decides. Existing objects are looked up hundreds at a time.
    ///
    /// ```swift
    /// dataStack.perform { transaction in
    ///     try transaction.importUniqueObjects(Into<Person>(), sources: downloaded).count
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - into: the objects' class, and where needed their store's configuration.
    ///   - sources: the sources to import, in this order.
    /// - Returns: the objects, each once, in the order in which they were first named.
    /// - Throws: the problem with a source. Let it out of the transaction's closure, so that nothing is kept.
    @discardableResult
    public func importUniqueObjects<Object: ImportableUniqueObject>(
        _ into: Into<Object>, sources: some Sequence<Object.ImportSource>
    ) throws -> [Object] {
        var named: [(id: Object.UniqueID, source: Object.ImportSource)] = []
        for source in sources {
            if let id = try Object.uniqueID(from: source, in: self) { named.append((id, source)) }
        }
        var known = try objects(into, named: named.map(\.id))
        var imported: [Object] = []
        var seen: Set<Object.UniqueID> = []
        for (id, source) in named {
            guard let object = try importUniqueObject(into, source, id, known[id]) else { continue }
            known[id] = object
            if seen.insert(id).inserted { imported.append(object) }
        }
        return imported
    }

    private func importUniqueObject<Object: ImportableUniqueObject>(
        _ into: Into<Object>, _ source: Object.ImportSource, _ id: Object.UniqueID, _ known: Object?
    ) throws -> Object? {
        if let known {
            guard try Object.shouldUpdate(from: source, in: self) else { return nil }
            try known.update(from: source, in: self)
            return known
        }
        guard try Object.shouldInsert(from: source, in: self) else { return nil }
        let object = create(into)
        object[keyPath: Object.uniqueIDKeyPath] = id
        try object.update(from: source, in: self)
        return object
    }

    /// The objects that have these IDs.
    private func objects<Object: ImportableUniqueObject>(
        _ into: Into<Object>, named ids: [Object.UniqueID]
    ) throws -> [Object.UniqueID: Object] {
        let keyPath = Object.uniqueIDKeyPath
        var found: [Object.UniqueID: Object] = [:]
        let ids = Array(Set(ids))
        for start in stride(from: 0, to: ids.count, by: 500) {
            let part = Set(ids[start..<min(start + 500, ids.count)])
            var request = FetchRequest<Object>()
            request.condition = try ObjectCondition(keyPath, isOneOf: part)
            for object in try context.fetch(request, at: nil) { found[object[keyPath: keyPath]] = object }
        }
        return found
    }
}

extension ObjectCondition {
    /// The objects whose attribute has one of some values.
    init<Object: ManagedObject, Value: AttributeValue & Hashable>(
        _ keyPath: any KeyPath<Object, Value> & Sendable, isOneOf values: Set<Value>
    ) throws {
        let stored = try values.map { try $0.storedValue() }
        self.init(
            translate: { entity, _ in
                let key = FormatKey(entity.attribute(at: keyPath), of: entity)
                return .boolean(.isOneOf(key.expression, stored))
            },
            matches: { object in (object as? Object).map { values.contains($0[keyPath: keyPath]) } ?? false })
    }
}
