import Foundation

extension ManagedObjectContext {
    /// Returns the objects that a request finds, as they were last committed, with this context's own changes.
    ///
    /// A row whose object this context has already gives the same object, brought up to date: unlike with Core Data,
    /// where `shouldRefreshRefetchedObjects` has to be set for that, the object has the values that the store has now.
    /// An attribute that was edited here keeps its edit, and the value that the edit replaced, so that the next save
    /// finds the conflict; so does one that was assigned what it had, until the save, which does not write it. Objects
    /// that the request does not find stay as they are. What others deleted is found as long as it is among the
    /// ``updatedObjects``, and a reference that a deletion here leaves, under `DeleteRule.noAction`, refers to what is
    /// deleted until the save. A context that is pinned reads the state that it is pinned to, see ``setQueryGeneration(_:)``.
    /// Runs on the context's queue.
    ///
    /// - Parameters:
    ///   - request: the request for the objects, with their order.
    ///   - fileID: the file of the call, for the container's instrumentation.
    ///   - line: its line.
    /// - Throws: `FetchError`.
    public func fetch<Object: ManagedObject>(
        _ request: FetchRequest<Object>, fileID: StaticString = #fileID, line: UInt = #line
    ) throws -> [Object] {
        try fetch(request, at: CallSite(fileID: fileID, line: line))
    }

    /// The same without a call site, to be used as a function value or as a protocol's requirement.
    ///
    /// - Parameter request: the request for the objects.
    /// - Throws: `FetchError`.
    @_disfavoredOverload
    public func fetch<Object: ManagedObject>(_ request: FetchRequest<Object>) throws -> [Object] {
        try fetch(request, at: nil)
    }

    func fetch<Object: ManagedObject>(_ request: FetchRequest<Object>, at site: CallSite?) throws -> [Object] {
        try fetching(Object.self, at: site, counting: { $0.count }) {
            try fetchHere(request, bringingMembers: true)
        }
    }

    /// Fetches, mostly as part of something else.
    ///
    /// - Parameter bringsMembers: true to bring the to-manys of what is found up to date too.
    func fetchHere<Object: ManagedObject>(
        _ request: FetchRequest<Object>, bringingMembers bringsMembers: Bool = false
    ) throws -> [Object] {
        verify("fetch(_:)")
        try applyInbox()
        let found = try fetchWithChanges(request)
        try readPartedPairs()
        if bringsMembers, var old = oldMembers(of: found) { try old.forget() }
        try prefetch(request, found)
        return found
    }

    /// The to-manys of objects that were just read, where they may have changed without notice; nil if they cannot have.
    private func oldMembers(of found: [some ManagedObject]) -> OldMembers? {
        guard !found.isEmpty, mayHaveMissedCommits || mayHaveMissedEdits() else { return nil }
        return OldMembers(of: found, in: self, asOf: readCommitCount &+ changesAbove)
    }

    /// Brings the to-manys of objects up to date that a child has read through this context: now, since what this context
    /// shows is all of one moment as long as it does not read itself.
    ///
    /// - Throws: `FetchError`.
    func readMembersForChild(of found: [ManagedObject]) throws {
        guard var old = oldMembers(of: found) else { return }
        try old.forget()
        try old.read()
    }

    /// Returns what the objects are now that a child reads again: those that this context has read before are read
    /// again here first, where they may have changed unnoticed.
    ///
    /// - Throws: `FetchError`.
    func rowsReadAgain(for notice: CommitNotice) throws -> ParentRows {
        if mayHaveMissedCommits || mayHaveMissedEdits() {
            let known = notice.changed.values.joined().compactMap { objects[$0] }
            let old = known.filter { !$0.isUnloaded && ($0.status == .clean || $0.status == .updated) }
            if !old.isEmpty {
                try readAgain(old)
                try readPartedPairs()
            }
        }
        return try rows(for: notice)
    }

    /// Notes what had been committed, and changed in parents, when the first end of a relationship is read.
    @inline(__always)
    func noteMembersRead() { if relationships.members.asOf == nil { noteFirstMembersRead() } }

    private func noteFirstMembersRead() {
        let (commits, changes) = (readCommitCount, changesAbove)
        relationships.members.noteRead(asOf: commits, changesAbove: changes)
    }

    /// The number of commits that what is read now has.
    var readCommitCount: Int { readSource.commits(of: coordinator.commitCount) }

    /// True if other contexts may have changed to-manys since they were read, if a level up to the store does not merge
    /// automatically.
    private var mayHaveMissedCommits: Bool {
        relationships.members.isBehind(commits: readCommitCount)
            && !(automaticallyMergesChangesFromParent && ancestors.allSatisfy(\.automaticallyMergesChangesFromParent))
    }

    /// True if to-manys may have been changed in a parent that has not saved since they were read, of which no notice
    /// reports: also if it has discarded these changes by now.
    private func mayHaveMissedEdits() -> Bool {
        guard relationships.members.asOf != nil, !isPinned else { return false }
        if ancestors.contains(where: { parent in ask(parent) { !parent.objects.pending.isEmpty } }) { return true }
        return relationships.members.isBehind(changesAbove: changesAbove) && !isNotifiedOfDiscards
    }

    /// The number of changes that were made or taken back in the contexts that this one reads through.
    var changesAbove: Int {
        ancestors.reduce(0) { count, parent in count &+ ask(parent) { parent.objects.changeCount } }
    }

    /// True if the outcome of changes above is reported to this context: it follows, and so do the contexts in between.
    private var isNotifiedOfDiscards: Bool {
        automaticallyMergesChangesFromParent
            && ancestors.allSatisfy { parent in
                if case .store = parent.source { true } else { parent.automaticallyMergesChangesFromParent }
            }
    }

    private func fetchWithChanges<Object: ManagedObject>(_ request: FetchRequest<Object>) throws -> [Object] {
        if objects.pending.isEmpty || !request.includesPendingChanges { return try fetchUnchanged(request) }
        try loadPendingFaults()
        let entity = entity(for: Object.self)
        let query = try translatedQuery(request, entity)
        let looksAtOthers = query?.looksAtOtherRows ?? true
        let subclasses = request.includesSubentities ? entity.subentities : []
        let count = objects.pendingCount(of: [entity] + subclasses)
        if let query, looksAtOthers ? !isConcerned(query, entity) : count == 0 {
            return try fetchUnchanged(request, query)
        }
        // Of a page further on, none of what is before it is made.
        if request.fetchOffset > 0, query != nil, let numbers = try numbersBesideChanges(request, entity) {
            let read: [Object] = try fetchNumbered(numbers, entity)
            let found = Dictionary(read.map { ($0.number, $0) }) { first, _ in first }
            return numbers.compactMap { found[$0] ?? objects[$0] as? Object }
        }
        if looksAtOthers {
            let before = changesAbove
            if let (query, changed) = try dividedQuery(request, entity) {
                let found = try pendingFetch(request, entity, query).merge(fetchSettled, with: changed)
                // A parent on another queue may have changed meanwhile what the query was to leave out.
                if changesAbove == before { return found }
            }
            // Then any change here may decide if an unchanged object is found.
            var all = FetchRequest<Object>()
            all.includesSubentities = request.includesSubentities
            return try pendingFetch(request, entity, query).judge(try fetchHere(all))
        }
        return try pendingFetch(request, entity, query).merge(fetchUnchanged, count) {
            let selection = query.map { NarrowedQuery($0).selection } ?? .all
            return objects.pending(selection, of: entity, and: subclasses).compactMap { $0 as? Object }
        }
    }

    private func pendingFetch<Object>(
        _ request: FetchRequest<Object>, _ entity: EntityDescription, _ query: Query?
    ) -> PendingFetch<Object> {
        // Without a translation each object is judged by the request itself.
        let condition =
            if let query { query.condition } else { try? request.allConditions?.translate(entity, confinement.store) }
        return PendingFetch(request: request, entity: entity, query: query, condition: condition)
    }

    /// Reads the values of the objects that have changes and were not read: what they are now decides.
    func loadPendingFaults() throws {
        let faults = objects.pendingFaults
        if faults.isEmpty { return }
        // An object whose row is deleted is not found; the next save reports it.
        for object in faults { do { try load(object) } catch FetchError.noSuchObject {} }
        objects.didReadPendingFaults()
    }

    /// Returns the number of objects that `fetch(_:)` would find. Runs on the context's queue.
    ///
    /// - Parameters:
    ///   - request: the request for the objects.
    ///   - fileID: the file of the call, for the container's instrumentation.
    ///   - line: its line.
    /// - Throws: `FetchError`.
    public func count<Object: ManagedObject>(
        for request: FetchRequest<Object>, fileID: StaticString = #fileID, line: UInt = #line
    ) throws -> Int {
        try count(for: request, at: CallSite(fileID: fileID, line: line))
    }

    /// The same without a call site, to be used as a function value or as a protocol's requirement.
    ///
    /// - Parameter request: the request for the objects.
    /// - Throws: `FetchError`.
    @_disfavoredOverload
    public func count<Object: ManagedObject>(for request: FetchRequest<Object>) throws -> Int {
        try count(for: request, at: nil)
    }

    func count<Object: ManagedObject>(for request: FetchRequest<Object>, at site: CallSite?) throws -> Int {
        try fetching(Object.self, at: site, counting: { $0 }) { try countHere(request) }
    }

    private func countHere<Object: ManagedObject>(_ request: FetchRequest<Object>) throws -> Int {
        verify("count(for:)")
        try applyInbox()
        let entity = entity(for: Object.self)
        if let parent = parentAnswering(request) {
            return try ask(parent) { try parent.countHere(request.ofParent) }
        }
        if let query = try storedQuery(request, entity) { return try readStore { try $0.count(query) } }
        return try countBesideChanges(request, entity) ?? fetchHere(request).count
    }

    /// The number of what a request finds, as the store's count of the objects without changes and the changed ones here;
    /// nil where the store cannot say, or a limit makes it cheap to fetch.
    private func countBesideChanges<Object: ManagedObject>(
        _ request: FetchRequest<Object>, _ entity: EntityDescription
    ) throws -> Int? {
        let before = changesAbove
        guard request.fetchLimit == nil, try !isCheaperFetched(request, entity),
            let (query, changed) = try dividedQuery(request, entity)
        else { return nil }
        let count = try readStoreBelow { try $0.count(query) } + changed.count
        // As in a fetch.
        if changesAbove != before { return nil }
        return max(0, count - max(0, request.fetchOffset))
    }

    /// Returns true if `fetch(_:)` would find any object. Runs on the context's queue.
    ///
    /// - Parameter request: the request for the objects.
    /// - Throws: `FetchError`.
    public func exists<Object: ManagedObject>(_ request: FetchRequest<Object>) throws -> Bool {
        var request = request
        request.fetchLimit = min(request.fetchLimit ?? 1, 1)
        return try count(for: request, at: nil) > 0
    }

    /// Returns the object with an ID, from this context or from the store. Runs on the context's queue. As with Core
    /// Data's `existingObject(with:)`, the object is never a fault.
    ///
    /// An object that this context has already, because it is referenced or has changes, is returned as it is there,
    /// without asking the store: other contexts may have changed or deleted it since. A context that follows the store,
    /// see ``automaticallyMergesChangesFromParent``, merges their commits first. In another one the object is brought
    /// up to date by a fetch that finds it, by `refresh(_:mergeChanges: true)`, or with all others by
    /// ``refreshAllObjects()``. After either refresh, an object that another context deleted and that has no changes
    /// here belongs to no context, and is not found any more. The store is read only for an object that this context
    /// does not have, or that is a fault.
    ///
    /// - Parameter id: the ID of the object.
    /// - Throws: `FetchError.noSuchObject` when it is neither here nor in the store, or is to be deleted by this
    ///   context's next save, or another `FetchError`.
    public func existingObject<Object: ManagedObject>(with id: ManagedObjectID<Object>) throws -> Object {
        verify("existingObject(with:)")
        guard let number = confinement.store.number(of: id) else {
            throw FetchError.foreignObjectID(AnyManagedObjectID(id))
        }
        try applyInbox()
        if let known = objects[number] as? Object {
            if known.status == .deleted { throw FetchError.noSuchObject(AnyManagedObjectID(id)) }
            guard known.isUnloaded else { return known }
            try load(known)
            resumeLazyReading()
            return known
        }
        guard let object = try read([number], in: entity(for: Object.self)).first as? Object else {
            throw FetchError.noSuchObject(AnyManagedObjectID(id))
        }
        resumeLazyReading()
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
        let isChanged = query != nil
        guard let query = try query ?? translatedQuery(request, entity) else { return try evaluate(request, entity) }
        var found: [ManagedObject] = []
        defer { awakeFetched() }
        if !query.entity.subentities.isEmpty {
            let parts = isChanged ? nil : try partsOfFamily(request, query, entity)
            return try fetchFamily(query, entity, by: parts).compactMap { $0 as? Object }
        }
        try fetch(query, entity, into: &found)
        // SAFETY: the entity has no subentities, so that its objects are of this class, and arrays of references have one
        // layout. A cast would look at each.
        return unsafeBitCast(found, to: [Object].self)
    }

    /// Returns what a query finds that finds nothing which has changes here or in a parent.
    func fetchSettled<Object: ManagedObject>(
        _ request: FetchRequest<Object>, _ query: Query?
    ) throws -> [Object] {
        if case .parent(let parent) = source { return try fetch(request, from: parent, query) }
        return try fetchUnchanged(request, query)
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

    /// Returns the queries of each class for what a query of a family finds; nil where it may find only few of these rows.
    private func partsOfFamily<Object: ManagedObject>(
        _ request: FetchRequest<Object>, _ query: Query, _ entity: EntityDescription
    ) throws -> [(query: Query, member: EntityDescription)]? {
        guard query.limit == nil, query.offset == 0 else { return nil }
        let stored = Set([query.entity.name] + query.entity.subentities)
        var parts: [(query: Query, member: EntityDescription)] = []
        for member in entity.family where stored.contains(member.name) {
            guard var part = try translatedQuery(request, member) else { return nil }
            part.entity = part.entity.alone
            part.order = []
            parts.append((part, member))
        }
        return parts
    }

    /// Returns what a query of a class and its subclasses finds: the table of a row determines the class of its object.
    ///
    /// - Parameter parts: the queries of each class for all rows that are found, which is faster than by their numbers.
    private func fetchFamily(
        _ query: Query, _ entity: EntityDescription, by parts: [(query: Query, member: EntityDescription)]? = nil
    ) throws -> [ManagedObject] {
        // One read says what is found: another commit may come before the next. It makes no rows of what it skips.
        if parts != nil || query.offset > 0 {
            let numbers = try readStore { try $0.numbers(query) }
            var found: [ManagedObject] = []
            for (query, member) in parts ?? [] { try fetch(query, member, into: &found) }
            if parts == nil { found = try read(numbers, in: entity) }
            return try withExtendedLifetime(found) { try objects(numbers, of: entity) }
        }
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
            return try take(try ask(parent) { try parent.rows(of: numbers, in: entity) })
        }
        var found: [ManagedObject] = []
        defer { awakeFetched() }
        for member in entity.family {
            try forEachRow(of: member, numbered: numbers) { found.append(try object(for: $0, member)) }
        }
        return found
    }

    /// Calls `awakeFromFetch()` of the objects that were made since the last call.
    func awakeFetched() {
        guard !faulting.fetched.isEmpty else { return }
        let objects = faulting.exchange(fetched: [])
        withoutUndo { for object in objects where object.status != .gone { object.awakeFromFetch() } }
    }

    /// Reads the store, or the state of it that the context is pinned to.
    func readStore<Result>(_ read: (any StoreReader) throws -> Result) throws -> Result {
        if coordinator.isClosed || defaults.isClosed { throw FetchError.closed }
        let commits = coordinator.commitCount
        return try read(diagnosing(readSource.reader(of: coordinator.store, asOf: commits)))
    }
}
