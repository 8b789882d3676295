import SignalsCore

extension PersistentContainer {
    /// Returns a publisher of a value that is computed over the objects that a request finds, such as their count:
    /// first as it is now, and then again after each commit that changed it, by any context or another process.
    /// `compute(_:of:)` of a context returns such a value once.
    ///
    /// ```swift
    /// container.publisher(computing: .count, of: unread)
    ///     .receive(on: MainActor.shared)
    ///     .sink { _ in } receiveValue: { badge.count = $0 }
    ///     .store(in: &cancellables)
    /// ```
    /// `.sum(\.minutes)` and the other aggregates are computed in the same way.
    /// Each value is the true one at some commit. An update costs as much as the changes, whatever the number of
    /// objects: the changed objects are read, and their former contributions are taken back, exactly for floating-point
    /// numbers too. For that, the publisher's subscriptions keep the attribute's value of each object. A request with a
    /// limit or an offset, or whose predicate looks at other objects, is computed by the store again after each commit
    /// that may concern it; and so is any after a commit by another process that does not report its changes.
    ///
    /// **Demand**: nothing is computed without demand. A subscriber that is slow misses values and gets the newest one
    /// when it asks again. **Completion**: fails with `FetchError`, such as `.evaluation` when a sum of integers does
    /// not fit its type, and ends when the container is closed. **Threads**: delivers on a background queue.
    ///
    /// - Parameters:
    ///   - aggregate: the computation.
    ///   - request: the request for the objects.
    ///   - fileID: the file of the call, for the container's instrumentation.
    ///   - line: its line.
    public func publisher<Object: ManagedObject, Result>(
        computing aggregate: Aggregate<Object, Result>, of request: FetchRequest<Object>,
        fileID: StaticString = #fileID, line: UInt = #line
    ) -> AnyPublisher<Result, FetchError> {
        let columns = resolver(Object.self).found(aggregate)
        let decode = aggregate.decode
        // One group of all, which is always there.
        let groups = liveGroups(of: request, by: .success([]), columns, CallSite(fileID: fileID, line: line)) { row in
            try row.next(decode)
        }
        return Publishers.Map(groups) { $0[0] }.eraseToAnyPublisher()
    }

    /// Returns a publisher of the groups of the objects that a request finds, with something computed over each: first
    /// as they are now, and then again after each commit that changed any. `groups(of:by:computing:)` of a context
    /// returns such groups once.
    ///
    /// ```swift
    /// container.publisher(forGroupsOf: request, by: \.frequency, computing: .count, .sum(\.minutes))
    ///     .sink { _ in } receiveValue: { groups in
    ///         for (frequency, (count, minutes)) in groups { … }
    ///     }
    ///     .store(in: &cancellables)
    /// ```
    /// Cost, demand, completion and threads are those of `publisher(computing:of:)`; each value has all groups, in the
    /// order of their keys as the store keeps them, nil first.
    ///
    /// - Parameters:
    ///   - request: the request for the objects.
    ///   - keyPaths: the attributes that the objects of a group have in common.
    ///   - aggregates: the computation over each group.
    ///   - fileID: the file of the call, for the container's instrumentation.
    ///   - line: its line.
    public func publisher<Object: ManagedObject, each Key: AttributeValue, each Result>(
        forGroupsOf request: FetchRequest<Object>, by keyPaths: repeat KeyPath<Object, each Key>,
        computing aggregates: repeat Aggregate<Object, each Result>, fileID: StaticString = #fileID, line: UInt = #line
    ) -> AnyPublisher<[(key: (repeat each Key), values: (repeat each Result))], FetchError> {
        let columns = resolver(Object.self).found(repeat each keyPaths)
        let aggregations = resolver(Object.self).found(repeat each aggregates)
        let values = ValuesDecoder(repeat ValueDecoder(decode: (each aggregates).decode))
        let keys = KeysDecoder<repeat each Key>()
        return liveGroups(of: request, by: columns, aggregations, CallSite(fileID: fileID, line: line)) { row in
            let key = try keys.decode(&row)
            return (key: key, values: try values.decode(&row))
        }
    }

    /// Returns a publisher of the groups of objects that refer to the same object, with something computed over each:
    /// first as they are now, and then again after each commit that changed any.
    ///
    /// ```swift
    /// container.publisher(forGroupsOf: unread, by: \.feed, computing: .count)
    ///     .map { Dictionary(uniqueKeysWithValues: $0.map { ($0.key, $0.values) }) }
    ///     .sink { _ in } receiveValue: { unread in show(unread[feed.objectID, default: 0]) }
    ///     .store(in: &cancellables)
    /// ```
    /// The keys are the IDs of the objects at the other end, and nil, which comes first, for none; there is no group for
    /// an object that nothing refers to. All else is as with groups by attributes.
    ///
    /// - Parameters:
    ///   - request: the request for the objects.
    ///   - keyPath: the relationship to one.
    ///   - aggregates: the computation over each group.
    ///   - fileID: the file of the call, for the container's instrumentation.
    ///   - line: its line.
    public func publisher<Object: ManagedObject, Target: ManagedObject, each Result>(
        forGroupsOf request: FetchRequest<Object>, by keyPath: KeyPath<Object, Target?>,
        computing aggregates: repeat Aggregate<Object, each Result>, fileID: StaticString = #fileID, line: UInt = #line
    ) -> AnyPublisher<[(key: ManagedObjectID<Target>?, values: (repeat each Result))], FetchError> {
        let column = resolver(Object.self).found(reference: keyPath)
        let aggregations = resolver(Object.self).found(repeat each aggregates)
        let values = ValuesDecoder(repeat ValueDecoder(decode: (each aggregates).decode))
        let store = coordinator.numbers
        return liveGroups(of: request, by: column, aggregations, CallSite(fileID: fileID, line: line)) { row in
            let key = try row.next { ManagedObjectID<Target>(reference: $0, store: store) }
            return (key: key, values: try values.decode(&row))
        }
    }

    /// Returns a publisher of the groups of the objects that a request finds by one attribute, with one aggregate over
    /// each.
    ///
    /// ```swift
    /// container.publisher(forGroupsOf: request, by: \.frequency, computing: .count).map { $0.count }
    /// ```
    /// Cost, demand, completion and threads are those of groups by several attributes. It exists because the compiler
    /// cannot infer the types of an operator chain after parameter packs.
    ///
    /// - Parameters:
    ///   - request: the request for the objects.
    ///   - keyPath: the attribute that the objects of a group have in common.
    ///   - aggregate: the computation over each group.
    ///   - fileID: the file of the call, for the container's instrumentation.
    ///   - line: its line.
    public func publisher<Object: ManagedObject, Key: AttributeValue, Result>(
        forGroupsOf request: FetchRequest<Object>, by keyPath: KeyPath<Object, Key>,
        computing aggregate: Aggregate<Object, Result>, fileID: StaticString = #fileID, line: UInt = #line
    ) -> AnyPublisher<[(key: Key, values: Result)], FetchError> {
        let columns = resolver(Object.self).found(keyPath)
        let aggregations = resolver(Object.self).found(aggregate)
        let decode = aggregate.decode
        return liveGroups(of: request, by: columns, aggregations, CallSite(fileID: fileID, line: line)) { row in
            let key = try row.next(as: Key.self)
            return (key: key, values: try row.next(decode))
        }
    }

    /// Returns a publisher of the groups of objects that refer to the same object, with one aggregate over each. Cost,
    /// demand, completion and threads are as with several aggregates.
    ///
    /// - Parameters:
    ///   - request: the request for the objects.
    ///   - keyPath: the relationship to one.
    ///   - aggregate: the computation over each group.
    ///   - fileID: the file of the call, for the container's instrumentation.
    ///   - line: its line.
    public func publisher<Object: ManagedObject, Target: ManagedObject, Result>(
        forGroupsOf request: FetchRequest<Object>, by keyPath: KeyPath<Object, Target?>,
        computing aggregate: Aggregate<Object, Result>, fileID: StaticString = #fileID, line: UInt = #line
    ) -> AnyPublisher<[(key: ManagedObjectID<Target>?, values: Result)], FetchError> {
        let column = resolver(Object.self).found(reference: keyPath)
        let aggregations = resolver(Object.self).found(aggregate)
        let (decode, store) = (aggregate.decode, coordinator.numbers)
        return liveGroups(of: request, by: column, aggregations, CallSite(fileID: fileID, line: line)) { row in
            let key = try row.next { ManagedObjectID<Target>(reference: $0, store: store) }
            return (key: key, values: try row.next(decode))
        }
    }

    private func resolver(_ type: ManagedObject.Type) -> AttributeResolver {
        AttributeResolver(entity: model.entity(for: type))
    }

    private func liveGroups<Object: ManagedObject, Element>(
        of request: FetchRequest<Object>, by keys: Result<[Int], any Error>,
        _ aggregations: Result<[Aggregation], any Error>, _ site: CallSite,
        _ decode: @escaping @Sendable (inout TableDecoder) throws -> Element
    ) -> AnyPublisher<[Element], FetchError> {
        let entity = model.entity(for: Object.self)
        do {
            let query = try request.query(entity, coordinator.schema(of: entity), store: coordinator.numbers)
            let groups = LiveGroups(query, by: try keys.get(), try aggregations.get()) { row in
                var row = TableDecoder(row)
                return try decode(&row)
            }
            return LivePublisher(state: groups, rounds: liveRounds, spans: contextDefaults.spans, callSite: site)
                .eraseToAnyPublisher()
        } catch {
            return Fail(error: error as? FetchError ?? .store(reason: "\(error)")).eraseToAnyPublisher()
        }
    }
}

extension AttributeResolver {
    fileprivate func found(reference keyPath: AnyKeyPath) -> Result<[Int], any Error> {
        Result { [try reference(keyPath)] }
    }

    fileprivate func found<Object, each Value>(_ keyPaths: repeat KeyPath<Object, each Value>) -> Result<
        [Int], any Error
    > {
        do { return .success(try columns(repeat each keyPaths)) } catch { return .failure(error) }
    }

    fileprivate func found<Object, each Value>(
        _ aggregates: repeat Aggregate<Object, each Value>
    ) -> Result<[Aggregation], any Error> {
        do { return .success(try aggregations(repeat each aggregates)) } catch { return .failure(error) }
    }
}

// In types of their own: the compiler fails over packs of values in closures.

/// Reads the key of a group.
private struct KeysDecoder<each Key: AttributeValue>: Sendable {
    func decode(_ row: inout TableDecoder) throws -> (repeat each Key) { (repeat try row.next(as: (each Key).self)) }
}

private struct ValueDecoder<Value: Sendable>: Sendable {
    let decode: @Sendable (StoredValue) throws -> Value

    func next(_ row: inout TableDecoder) throws -> Value { try row.next(decode) }
}

/// Reads what was computed over a group.
private struct ValuesDecoder<each Value: Sendable>: Sendable {
    private let decoders: (repeat ValueDecoder<each Value>)

    init(_ decoders: repeat ValueDecoder<each Value>) { self.decoders = (repeat each decoders) }

    func decode(_ row: inout TableDecoder) throws -> (repeat each Value) {
        (repeat try (each decoders).next(&row))
    }
}
