import Foundation

extension ManagedObjectContext {
    /// Returns some attributes of the objects that a request finds, without making the objects. Core Data's
    /// `propertiesToFetch`, with types.
    ///
    /// ```swift
    /// for (name, minutes) in try context.values(\.name, \.minutes, of: request) { … }
    /// ```
    /// With the request's `returnsDistinctResults`, each combination comes once. The store reads them; with changes in
    /// this context, or in a child context, the objects are fetched. Runs on the context's queue.
    ///
    /// - Parameters:
    ///   - keyPaths: the attributes, in the order of the values.
    ///   - request: the request for the objects, with their order.
    /// - Throws: `FetchError`.
    public func values<Object: ManagedObject, each Value: AttributeValue>(
        _ keyPaths: repeat KeyPath<Object, each Value>, of request: FetchRequest<Object>
    ) throws -> [(repeat each Value)] {
        let resolver = AttributeResolver(entity: entity(for: Object.self))
        var columns: [Int] = []
        for keyPath in repeat each keyPaths { columns.append(try resolver.column(keyPath, of: request)) }
        let table = try tabulate(request, .rows(columns: columns, isDistinct: request.returnsDistinctResults))
        var decoder = TableDecoder(table)
        var rows: [(repeat each Value)] = []
        rows.reserveCapacity(table.count)
        for _ in 0..<table.count { rows.append((repeat try decoder.next(as: (each Value).self))) }
        return rows
    }

    /// Returns one attribute of the objects that a request finds, without making the objects.
    ///
    /// ```swift
    /// let names = try context.values(\.name, of: request)
    /// ```
    /// With the request's `returnsDistinctResults`, each value comes once. Runs on the context's queue.
    ///
    /// - Parameters:
    ///   - keyPath: the attribute.
    ///   - request: the request for the objects, with their order.
    /// - Throws: `FetchError`.
    public func values<Object: ManagedObject, Value: AttributeValue>(
        _ keyPath: KeyPath<Object, Value>, of request: FetchRequest<Object>
    ) throws -> [Value] {
        let column = try AttributeResolver(entity: entity(for: Object.self)).column(keyPath, of: request)
        let table = try tabulate(request, .rows(columns: [column], isDistinct: request.returnsDistinctResults))
        var decoder = TableDecoder(table)
        var values: [Value] = []
        values.reserveCapacity(table.count)
        // `map` asks for the types of a range at each element in code that is not specialised.
        for _ in 0..<table.count { values.append(try decoder.next(as: Value.self)) }
        return values
    }

    /// Returns the request's `propertiesToFetch` of the objects that it finds, or all their attributes, as values that
    /// may be used on any thread. Core Data's dictionary results.
    ///
    /// ```swift
    /// request.propertiesToFetch = [\.name, \.minutes]
    /// let rows = try context.fetchProperties(request)
    /// print(rows[0].name, rows[0].minutes)
    /// ```
    /// With the request's `returnsDistinctResults`, each combination comes once. Runs on the context's queue.
    ///
    /// - Parameter request: the request for the objects, with their order.
    /// - Throws: `FetchError`.
    public func fetchProperties<Object: ManagedObject>(
        _ request: FetchRequest<Object>
    ) throws -> [FetchedProperties<Object>] {
        let entity = entity(for: Object.self)
        let resolver = AttributeResolver(entity: entity)
        let columns =
            request.propertiesToFetch.isEmpty
            ? entity.attributes.filter { $0.type != .reference }.map(\.index)
            : try request.propertiesToFetch.map { try resolver.column($0, of: request) }
        let indexes = Dictionary(zip(columns, columns.indices)) { first, _ in first }
        return try tabulate(request, .rows(columns: columns, isDistinct: request.returnsDistinctResults)).map { row in
            FetchedProperties(entity: entity, indexes: indexes, values: Array(row))
        }
    }

    /// A table of what a request finds, from the store, or from the objects where they say more than the store.
    func tabulate<Object: ManagedObject>(
        _ request: FetchRequest<Object>, _ shape: Tabulation.Shape
    ) throws -> ValueTable {
        verify("fetching values")
        return try fetching(Object.self, at: nil, counting: { $0.count }) { try tabulateHere(request, shape) }
    }

    private func tabulateHere<Object: ManagedObject>(
        _ request: FetchRequest<Object>, _ shape: Tabulation.Shape
    ) throws -> ValueTable {
        try applyInbox()
        let entity = entity(for: Object.self)
        try AttributeResolver(entity: entity).requireSortable(request, in: shape)
        if let parent = parentAnswering(request) {
            return try ask(parent) { try parent.tabulateHere(request.ofParent, shape) }
        }
        guard let query = try storedQuery(request, entity) else {
            return try tabulateBesideChanges(request, entity, shape) ?? tabulateObjects(request, entity, shape)
        }
        return try readStore { try $0.tabulate(Tabulation(query: query, shape: shape)) }
    }

    /// The groups of what has no changes here, from the store, with the changed objects added; nil where that is not known
    /// without all objects.
    private func tabulateBesideChanges<Object: ManagedObject>(
        _ request: FetchRequest<Object>, _ entity: EntityDescription, _ shape: Tabulation.Shape
    ) throws -> ValueTable? {
        let before = changesAbove
        guard case .groups = shape, request.fetchLimit == nil, request.fetchOffset <= 0,
            try !isCheaperFetched(request, entity), let (query, changed) = try dividedQuery(request, entity)
        else { return nil }
        let tabulation = Tabulation(query: query, shape: shape)
        guard let partial = tabulation.partial else { return nil }
        var table = TableInMemory(tabulation)
        do {
            for row in try readStoreBelow({ try $0.tabulate(partial) }) { try table.add(group: row) }
        } catch FetchError.evaluation {
            // With the changed objects, a sum may be one that fits.
            return nil
        }
        // As in a fetch.
        if changesAbove != before { return nil }
        for object in changed { try table.add { try entity.attributes[$0].storedValue(in: object) } }
        return try table.finish()
    }

    private func tabulateObjects<Object: ManagedObject>(
        _ request: FetchRequest<Object>, _ entity: EntityDescription, _ shape: Tabulation.Shape
    ) throws -> ValueTable {
        var query = Query(entity: coordinator.schema(of: entity))
        var request = request
        if case .rows(_, isDistinct: true) = shape {
            (query.limit, query.offset) = (request.fetchLimit.map { max(0, $0) }, max(0, request.fetchOffset))
            (request.fetchLimit, request.fetchOffset) = (nil, 0)
        }
        var table = TableInMemory(Tabulation(query: query, shape: shape))
        for object in try fetchHere(request) {
            try table.add { try entity.attributes[$0].storedValue(in: object) }
        }
        return try table.finish()
    }
}

extension AttributeResolver {
    fileprivate func column<Object>(_ keyPath: AnyKeyPath, of request: FetchRequest<Object>) throws -> Int {
        request.returnsDistinctResults ? try comparable(keyPath) : try attribute(keyPath).index
    }

    /// Distinct rows can be sorted only by what they consist of.
    fileprivate func requireSortable<Object>(_ request: FetchRequest<Object>, in shape: Tabulation.Shape) throws {
        guard case .rows(let columns, isDistinct: true) = shape else { return }
        for descriptor in request.sortDescriptors {
            guard let keyPath = descriptor.keyPath, case .attribute(let index) = entity.target(of: keyPath) else {
                continue
            }
            guard columns.contains(index) else {
                throw FetchError.unsortable(
                    entityName: entity.name,
                    reason: "distinct results are sorted by \(entity.attributes[index].name), which is not fetched")
            }
        }
    }
}
