import Foundation

extension ManagedObjectContext {
    /// The objects that a request asks for, as they were last committed, with this context's own changes.
    ///
    /// A row that this context knows already gives the same object as before. Runs on the context's queue.
    ///
    /// - Parameters:
    ///   - request: which objects, in which order.
    ///   - fileID: the file of the call, for the container's instrumentation.
    ///   - line: its line.
    /// - Throws: `FetchError`.
    public func fetch<Object: ManagedObject>(
        _ request: FetchRequest<Object>, fileID: StaticString = #fileID, line: UInt = #line
    ) throws -> [Object] {
        try fetch(request, at: CallSite(fileID: fileID, line: line))
    }

    /// The same where no call site is to be had: as a function value, or as what a protocol requires.
    ///
    /// - Throws: `FetchError`.
    @_disfavoredOverload
    public func fetch<Object: ManagedObject>(_ request: FetchRequest<Object>) throws -> [Object] {
        try fetch(request, at: nil)
    }

    func fetch<Object: ManagedObject>(_ request: FetchRequest<Object>, at site: CallSite?) throws -> [Object] {
        guard let span = beginFetch(of: Object.self, at: site) else { return try fetchHere(request) }
        return try span.around(counting: { $0.count }) { try fetchHere(request) }
    }

    /// Begins the span of a fetch; nil where nobody is interested.
    @inline(__always)
    func beginFetch(of type: ManagedObject.Type, at site: CallSite?) -> OngoingSpan? {
        defaults.spans.begin(.fetch, of: entity(for: type).name, at: site)
    }

    /// Fetches as part of something else.
    func fetchHere<Object: ManagedObject>(_ request: FetchRequest<Object>) throws -> [Object] {
        verify("fetch(_:)")
        try applyInbox()
        let found = try fetchWithChanges(request)
        try prefetch(request, found)
        return found
    }

    private func fetchWithChanges<Object: ManagedObject>(_ request: FetchRequest<Object>) throws -> [Object] {
        if objects.pending.isEmpty || !request.includesPendingChanges { return try fetchUnchanged(request) }
        try loadPendingFaults()
        let entity = entity(for: Object.self)
        let query = try translatedQuery(request, entity)
        // Then any change here may have a say in whether an object is found that was not changed itself.
        if query?.looksAtOtherRows ?? true {
            var all = FetchRequest<Object>()
            all.includesSubentities = request.includesSubentities
            return try pendingFetch(request, entity, query).judge(try fetchHere(all))
        }
        let subclasses = request.includesSubentities ? entity.subentities : []
        let count = objects.pendingCount(of: [entity] + subclasses)
        if count == 0 { return try fetchUnchanged(request, query) }
        return try pendingFetch(request, entity, query).merge(fetchUnchanged, count) {
            let selection = query.map { NarrowedQuery($0).selection } ?? .all
            return objects.pending(selection, of: entity, and: subclasses).compactMap { $0 as? Object }
        }
    }

    private func pendingFetch<Object>(
        _ request: FetchRequest<Object>, _ entity: EntityDescription, _ query: Query?
    ) -> PendingFetch<Object> {
        let condition =
            if let query { query.condition } else { try? request.allConditions?.translate(entity, confinement.store) }
        return PendingFetch(request: request, entity: entity, query: query, condition: condition)
    }

    /// Reads the values of the objects that have changes and were not read: what they are now decides.
    private func loadPendingFaults() throws {
        let faults = objects.pendingFaults
        if faults.isEmpty { return }
        // One whose row is gone is found by nobody; the next save says so.
        for object in faults { do { try load(object) } catch FetchError.noSuchObject {} }
        objects.didReadPendingFaults()
    }

    /// The number of objects that `fetch(_:)` would find. Runs on the context's queue.
    ///
    /// - Parameters:
    ///   - request: which objects.
    ///   - fileID: the file of the call, for the container's instrumentation.
    ///   - line: its line.
    /// - Throws: `FetchError`.
    public func count<Object: ManagedObject>(
        for request: FetchRequest<Object>, fileID: StaticString = #fileID, line: UInt = #line
    ) throws -> Int {
        try count(for: request, at: CallSite(fileID: fileID, line: line))
    }

    /// The same where no call site is to be had: as a function value, or as what a protocol requires.
    ///
    /// - Throws: `FetchError`.
    @_disfavoredOverload
    public func count<Object: ManagedObject>(for request: FetchRequest<Object>) throws -> Int {
        try count(for: request, at: nil)
    }

    func count<Object: ManagedObject>(for request: FetchRequest<Object>, at site: CallSite?) throws -> Int {
        guard let span = beginFetch(of: Object.self, at: site) else { return try countHere(request) }
        return try span.around(counting: { $0 }) { try countHere(request) }
    }

    private func countHere<Object: ManagedObject>(_ request: FetchRequest<Object>) throws -> Int {
        verify("count(for:)")
        try applyInbox()
        let entity = entity(for: Object.self)
        if case .parent(let parent) = source, objects.pending.isEmpty || !request.includesPendingChanges {
            return try parent.performAndWait { try parent.countHere(request) }
        }
        guard let query = try storedQuery(request, entity) else { return try fetchHere(request).count }
        return try readStore { try $0.count(query) }
    }

    /// True if `fetch(_:)` would find any object. Runs on the context's queue.
    ///
    /// - Throws: `FetchError`.
    public func exists<Object: ManagedObject>(_ request: FetchRequest<Object>) throws -> Bool {
        var request = request
        request.fetchLimit = min(request.fetchLimit ?? 1, 1)
        return try count(for: request, at: nil) > 0
    }

    /// The query with which the store alone can answer a request; nil where this context's objects are needed: it has
    /// changes, reads from a parent, or the request is evaluated in memory.
    ///
    /// - Throws: `FetchError` for a request that is not to be evaluated in memory.
    func storedQuery<Object: ManagedObject>(
        _ request: FetchRequest<Object>, _ entity: EntityDescription
    ) throws -> Query? {
        guard case .store = source else { return nil }
        return try storesQuery(request, entity)
    }

    /// The query with which what this context reads from, the store or its parent, alone can answer a request; nil where
    /// this context's objects are needed.
    func storesQuery<Object: ManagedObject>(
        _ request: FetchRequest<Object>, _ entity: EntityDescription
    ) throws -> Query? {
        guard let query = try translatedQuery(request, entity) else { return nil }
        if objects.pending.isEmpty || !request.includesPendingChanges { return query }
        let classes = request.includesSubentities ? entity.family : [entity]
        return query.looksAtOtherRows || objects.pendingCount(of: classes) > 0 ? nil : query
    }

    /// The query of a request for all but what has changes here, and those of the changed objects that the request finds;
    /// nil where more than these decide on what is found.
    func dividedQuery<Object: ManagedObject>(
        _ request: FetchRequest<Object>, _ entity: EntityDescription
    ) throws -> (query: Query, changed: [Object])? {
        guard case .store = source, request.fetchLimit == nil, request.fetchOffset == 0 else { return nil }
        try loadPendingFaults()
        guard var query = try translatedQuery(request, entity), !query.looksAtOtherRows else { return nil }
        let subclasses = request.includesSubentities ? entity.subentities : []
        let pending = objects.pending(.all, of: entity, and: subclasses)
        let matches = request.judge(entity, query.condition)
        let changed = try pending.lazy.compactMap { $0 as? Object }
            .filter { $0.status != .deleted && !$0.isUnloaded }.filter(matches)
        let isUnchanged = QueryExpression.boolean(.not(.objectID(isOneOf: pending.map(\.number))))
        query.condition = query.condition.map { .boolean(.and(isUnchanged, $0)) } ?? isUnchanged
        return (query, changed)
    }

    /// The query of a request; nil where it is to be evaluated in memory.
    func translatedQuery<Object: ManagedObject>(
        _ request: FetchRequest<Object>, _ entity: EntityDescription
    ) throws -> Query? {
        do {
            return try request.query(entity, coordinator.schema(of: entity), store: confinement.store)
        } catch let error as FetchError {
            guard request.allowsInMemoryEvaluation else { throw error }
            switch error {
            case .untranslatable, .unsortable: return nil
            default: throw error
            }
        }
    }

    /// The object with an ID, from this context or from the store. Runs on the context's queue.
    ///
    /// - Throws: `FetchError.noSuchObject` when it is not in the store or is to be deleted by this context's next save,
    ///   or another `FetchError`.
    public func existingObject<Object: ManagedObject>(with id: ManagedObjectID<Object>) throws -> Object {
        verify("existingObject(with:)")
        guard let number = confinement.store.number(of: id) else {
            throw FetchError.foreignObjectID(AnyManagedObjectID(id))
        }
        try applyInbox()
        if let known = objects[number] as? Object {
            if known.status == .deleted { throw FetchError.noSuchObject(AnyManagedObjectID(id)) }
            return known
        }
        guard let object = try read([number], in: entity(for: Object.self)).first as? Object else {
            throw FetchError.noSuchObject(AnyManagedObjectID(id))
        }
        return object
    }

    /// Returns what the store, or the parent context, finds.
    ///
    /// - Parameter query: the request's, where it was translated before.
    private func fetchUnchanged<Object: ManagedObject>(
        _ request: FetchRequest<Object>, _ query: Query? = nil
    ) throws -> [Object] {
        if case .parent(let parent) = source { return try fetch(request, from: parent) }
        let entity = entity(for: Object.self)
        guard let query = try query ?? translatedQuery(request, entity) else { return try evaluate(request, entity) }
        var found: [ManagedObject] = []
        defer { awakeFetched() }
        if !query.entity.subentities.isEmpty { return try fetchFamily(query, entity).compactMap { $0 as? Object } }
        try readStore { store in
            try store.fetch(query) { page in
                for row in page.indices { found.append(try object(for: row, of: page, entity)) }
            }
        }
        // The entity's objects are of this class, and an array of them is the same for each: a cast would look at all.
        return unsafeBitCast(found, to: [Object].self)
    }

    /// Returns what the store holds of what a request asks for, judged and put in order here.
    private func evaluate<Object: ManagedObject>(
        _ request: FetchRequest<Object>, _ entity: EntityDescription
    ) throws -> [Object] {
        let evaluation = StoredEvaluation(request: request, entity: entity, store: confinement.store)
        let query = evaluation.query(coordinator.schema(of: entity))
        if !query.entity.subentities.isEmpty {
            let family = try fetchFamily(query, entity).compactMap { $0 as? Object }
            return try evaluation.slice(family.filter { try evaluation.holds(for: $0) })
        }
        var found: [Object] = []
        defer { awakeFetched() }
        try readStore { store in
            try store.fetchRows(query) { row in
                guard let object = try object(for: row, entity) as? Object else { return }
                if try evaluation.holds(for: object, row) { found.append(object) }
            }
        }
        return try evaluation.slice(found)
    }

    // Which table a row is in says which class its object is of.
    private func fetchFamily(_ query: Query, _ entity: EntityDescription) throws -> [ManagedObject] {
        var numbers: [Int64] = []
        var stale: [Int64] = []
        try readStore { store in
            try store.fetchRows(query) { row in
                numbers.append(row.number)
                if let known = objects[row.number], known.version >= row.version, !known.isUnloaded { return }
                stale.append(row.number)
            }
        }
        let fresh = try read(stale, in: entity)
        return try withExtendedLifetime(fresh) { try objects(numbers, of: entity) }
    }

    /// The objects with these numbers, read now from the store or from the parent context.
    func read(_ numbers: [Int64], in entity: EntityDescription) throws -> [ManagedObject] {
        if case .parent(let parent) = source {
            return try take(try parent.performAndWait { try parent.rows(of: numbers, in: entity) })
        }
        var found: [ManagedObject] = []
        defer { awakeFetched() }
        for member in entity.family {
            try forEachRow(of: member, numbered: numbers) { found.append(try object(for: $0, member)) }
        }
        return found
    }

    /// Has the objects that were made since the last call prepare themselves.
    func awakeFetched() {
        guard !awaking.isEmpty else { return }
        let objects = awaking
        awaking = []
        withoutUndo { for object in objects where object.status != .gone { object.awakeFromFetch() } }
    }

    /// Reads the store, or the state of it that the context is pinned to.
    func readStore<Result>(_ read: (any StoreReader) throws -> Result) throws -> Result {
        if coordinator.isClosed || defaults.isClosed { throw FetchError.closed }
        hasRead = true
        return try read(pinned ?? replicas ?? coordinator.store)
    }

    /// The object of a row, made, or brought up to date where the row is newer.
    func object(for row: RowPage.Row, _ entity: EntityDescription) throws -> ManagedObject {
        try object(for: row.index, of: row.page, entity)
    }

    func object(for row: Int, of page: RowPage, _ entity: EntityDescription) throws -> ManagedObject {
        let key = page.key(row)
        // It would be older than what is here from now on.
        if !readAhead.isEmpty { readAhead[key.number] = nil }
        if let known = objects[key.number] {
            known.isMissing = false
            if known.status == .inserted { known.isStoredToo = true }
            if known.status == .deleted, known.version < key.version { noteNewer(page[row], than: known) }
            let isReadable = known.status == .clean || known.status == .updated
            if isReadable, known.isUnloaded || known.version < key.version {
                try bringUpToDate(known, page[row])
            }
            return known
        }
        objects.nextIdentity = ObjectIdentity(
            entity: entity, number: key.number, version: key.version, status: .loading)
        let object = entity.type.init(context: self)
        do { try fill(object, row, of: page) } catch {
            objects.remove(object)
            throw error
        }
        object.status = .clean
        if !dangling.isEmpty { ObjectGraph(context: self).lookUpAgain(CollectionOfOne(key.number)) }
        awaking.append(object)
        return object
    }

    /// Notes that the row of an object that is to be deleted is newer: if the object comes back, what is new is read.
    private func noteNewer(_ row: RowPage.Row, than object: ManagedObject) {
        if object.edits == nil, !object.differs(from: row.values) {
            object.version = row.version
        } else {
            object.isOutdated = true
        }
    }

    private func bringUpToDate(_ object: ManagedObject, _ row: RowPage.Row) throws {
        let isWatched = object.willChange != nil || changes != nil
        guard isWatched, !object.isUnloaded else { return try takeOver(row.index, of: row.page, into: object) }
        guard object.differs(from: row.values) else { return object.version = row.version }
        object.willChange?.send()
        try takeOver(row.index, of: row.page, into: object)
        didRefresh(object)
    }

    /// Gives an object that was made for a row the values of that.
    private func fill(_ object: ManagedObject, _ row: Int, of page: RowPage) throws {
        // An initialiser may have related it, and the store may not know what a child reads of its parent.
        if object.entity.hasReferences, object.version == 0 || ReferencesBefore.hasAny(object) {
            return try takeOver(row, of: page, into: object)
        }
        try assign(row, of: page, to: object, except: nil)
        if object.entity.hasReferences { ReferencesBefore.follow(madeForRow: object, in: self) }
    }

    /// Gives an object the values of its row, except for attributes that were edited here: of those, the value that the
    /// edit replaced stays what it was, so that the next save finds the conflict.
    private func takeOver(_ row: Int, of page: RowPage, into object: ManagedObject) throws {
        let references = object.entity.hasReferences ? ReferencesBefore(object) : nil
        if object.edits != nil, object.entity.hasPlaces { takeOverPlaces(row, of: page, into: object) }
        try assign(row, of: page, to: object, except: object.edits?.base)
        object.version = page.key(row).version
        object.isUnloaded = false
        object.valuesDidChange()
        references?.follow(in: self)
    }

    /// Notes what places in lists an object's edited ones are changes of now: they are in no conflict, and a list is merged
    /// with those that others gave its members. One in a list that others took the object out of is none any more.
    private func takeOverPlaces(_ row: Int, of page: RowPage, into object: ManagedObject) {
        for reference in object.entity.references {
            guard let column = reference.column, let place = reference.positionColumn,
                object.edits?.base[place] != nil
            else { continue }
            let state = reference.state(in: object)
            let isElsewhere =
                object.edits?.base[column] == nil && page.value(row, column) != .integer(state.pointee.reference)
            object.edits?.base[place] = isElsewhere ? nil : page.value(row, place)
            if isElsewhere { state.pointee.isPositionChanged = false }
        }
    }

    @inline(__always)
    private func assign(
        _ row: Int, of page: RowPage, to object: ManagedObject, except edited: [Int: StoredValue]?
    ) throws {
        let entity = object.entity
        try entity.slots.withUnsafeBufferPointer { slots in
            for index in slots.indices where edited == nil || edited?[index] == nil {
                if slots[index].codec.assign(page, page.cell(row, index), slots[index].address(in: object)) { continue }
                throw FetchError.refusedValue(
                    entityName: entity.name, attributeName: entity.attributes[index].name,
                    objectID: object.anyObjectID, value: page.value(row, index))
            }
        }
        if !entity.hasEncodedColumns { return }
        for index in entity.encodedColumns where edited?[index] == nil {
            object.forms[index] = page.value(row, index)
        }
    }
}

extension ManagedObjectContext {
    /// Reads the rows of a notice again. A row that is gone takes its object with it, unless that was edited here: then
    /// the next save reports the conflict.
    func refresh(_ notice: CommitNotice) throws {
        var gone: [ManagedObject] = []
        // Until what it means for relationships is known, though nobody else may hold them now.
        var held: [ManagedObject] = []
        defer { ObjectGraph(context: self).loseGone(gone) }
        for (name, numbers) in notice.changed {
            let known = numbers.compactMap { objects[$0] }
            held += known
            guard let entity = known.first?.entity, coordinator.schemas[name] != nil else { continue }
            let seen = Set(try read(known.map(\.number), in: entity).map(\.number))
            for object in known where !seen.contains(object.number) {
                forgetIfClean(object)
                if object.status == .gone { gone.append(object) }
            }
        }
        withExtendedLifetime(held) { RelationshipNotice(notice).apply(to: self) }
    }
}

extension ManagedObject {
    /// True if any attribute that was not edited has another value, or others gave the object another place in a list.
    final func differs(from values: [StoredValue]) -> Bool {
        entity.attributes.contains { attribute in
            edits?.base[attribute.index] == nil && (try? attribute.storedValue(in: self)) != values[attribute.index]
        }
            || edits != nil && entity.hasPlaces
                && entity.references.contains { reference in
                    guard let place = reference.positionColumn, let base = edits?.base[place] else { return false }
                    return base != values[place]
                }
    }
}
