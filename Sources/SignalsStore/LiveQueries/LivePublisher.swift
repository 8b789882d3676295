import SignalsCore

/// A publisher of the states of a live result.
struct LivePublisher<Upkeep: LiveUpkeep>: Publisher {
    typealias Output = Upkeep.Output
    typealias Failure = FetchError

    let state: Upkeep
    let rounds: LiveRounds
    let spans: SpanSource
    let callSite: CallSite

    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == FetchError {
        let span = spans.begin(.subscription, of: state.query.entity.name, at: callSite)
        let subscription = LiveSubscription(subscriber, state, rounds, span)
        // First, so that no commit is missed.
        rounds.join(subscription)
        subscriber.receive(subscription: subscription)
        subscription.didSubscribe()
    }
}

extension PersistentContainer {
    /// Returns a publisher of the objects that a request finds, as values: first as they are now, and then again after
    /// each commit that changed them, by any context or another process.
    ///
    /// ```swift
    /// container.publisher(for: FetchRequest<HouseholdTask>(sortBy: [SortDescriptor(\.nextDueDate)]))
    ///     .receive(on: MainActor.shared)
    ///     .sink { _ in } receiveValue: { show($0) }
    ///     .store(in: &cancellables)
    /// ```
    /// Each list is a state that was committed. An update costs as much as the changes, whatever the length of the
    /// list, and the list shares the rest with the one before; a request with an offset, or whose predicate looks at
    /// other objects, is fetched again. With relationships to many in the request's
    /// `relationshipKeyPathsForPrefetching`, a snapshot changes with its members' IDs too. An object that got another
    /// place in an ordered relationship whose inverse it keeps has changed as well.
    ///
    /// **Demand**: nothing is computed without demand. A subscriber that is slow misses states and gets the newest one
    /// when it asks again. **Completion**: fails with `FetchError` when the request cannot be fetched, and ends when
    /// the container is closed. **Threads**: delivers on a background queue.
    ///
    /// - Parameters:
    ///   - request: the request for the objects, with their order.
    ///   - fileID: the file of the call, for the container's instrumentation.
    ///   - line: its line.
    public func publisher<Object: ManagedObject>(
        for request: FetchRequest<Object>, fileID: StaticString = #fileID, line: UInt = #line
    ) -> AnyPublisher<SnapshotList<Object>, FetchError> {
        switch livePublisher(for: request, at: CallSite(fileID: fileID, line: line)) {
        case .success(let live): Publishers.Map(live) { SnapshotList($0.rows) }.eraseToAnyPublisher()
        case .failure(let error): Fail(error: error).eraseToAnyPublisher()
        }
    }

    /// Returns a publisher of one object, as a value: first as it is now, and then again after each commit that changed
    /// it; nil while it is not in the store. All else is as with the publisher for a request.
    ///
    /// - Parameters:
    ///   - id: the ID of the object.
    ///   - fileID: the file of the call, for the container's instrumentation.
    ///   - line: its line.
    public func publisher<Object: ManagedObject>(
        for id: ManagedObjectID<Object>, fileID: StaticString = #fileID, line: UInt = #line
    ) -> AnyPublisher<ObjectSnapshot<Object>?, FetchError> {
        guard let number = coordinator.numbers.number(of: id) else {
            return Fail(error: FetchError.foreignObjectID(AnyManagedObjectID(id))).eraseToAnyPublisher()
        }
        let entity = model.entity(for: Object.self)
        var query = Query(entity: coordinator.schema(of: entity))
        query.condition = .objectID(isOneOf: [number])
        return Publishers.Map(livePublisher(query, entity, at: CallSite(fileID: fileID, line: line))) {
            SnapshotList<Object>($0.rows).first
        }
        .eraseToAnyPublisher()
    }

    /// - Parameter failed: called when rows that are read on demand cannot be read; nil to keep all rows.
    func livePublisher<Object: ManagedObject>(
        for request: FetchRequest<Object>, at site: CallSite,
        readingOnDemand failed: (@Sendable (FetchError) -> Void)? = nil
    ) -> Result<LivePublisher<LiveState>, FetchError> {
        let entity = model.entity(for: Object.self)
        do {
            let query = try request.query(entity, coordinator.schema(of: entity), store: coordinator.numbers)
            let included = IncludedRelationships(request, entity, coordinator)
            let source = failed.map { self.source(of: query, entity, batchSize: request.fetchBatchSize, $0) }
            return .success(livePublisher(query, entity, included, source, at: site))
        } catch { return .failure(error as? FetchError ?? .store(reason: "\(error)")) }
    }

    private func livePublisher(
        _ query: Query, _ entity: EntityDescription, _ included: IncludedRelationships = IncludedRelationships(),
        _ source: RowSource? = nil, at site: CallSite
    ) -> LivePublisher<LiveState> {
        let state = LiveState(query, entity, store: coordinator.numbers, included, source: source)
        return LivePublisher(state: state, rounds: liveRounds, spans: contextDefaults.spans, callSite: site)
    }

    private func source(
        of query: Query, _ entity: EntityDescription, batchSize: Int, _ failed: @escaping @Sendable (FetchError) -> Void
    ) -> RowSource {
        // A list that is kept does not keep the store open.
        RowSource(query, entity, store: coordinator.numbers, batchSize: batchSize) {
            [weak coordinator, contextDefaults] in
            guard let coordinator, !coordinator.isClosed, !contextDefaults.isClosed else { throw FetchError.closed }
            return coordinator.store
        } fail: {
            failed($0)
        }
    }
}
