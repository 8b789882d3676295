/// A source of fetched objects: a `DataStack`, whose objects are for reading, or a transaction.
///
/// Everything here runs on the queue of the source: the main queue for a data stack, the transaction's own in a
/// transaction.
public protocol FetchableSource {
    /// The context of the source.
    var fetchOrigin: FetchOrigin { get }
}

extension FetchableSource {
    var context: ManagedObjectContext { fetchOrigin.context }

    /// Returns the first object that the clauses find; nil when there is none.
    ///
    /// - Parameters:
    ///   - from: the class.
    ///   - clauses: the conditions on the objects, and their order.
    ///   - fileID: the file of the call, for the container's instrumentation.
    ///   - line: its line.
    /// - Throws: `FetchError`, or what a clause throws, such as `PredicateFormatError`.
    public func fetchOne<Object: ManagedObject>(
        _ from: From<Object>, _ clauses: any FetchClause<Object>..., fileID: StaticString = #fileID,
        line: UInt = #line
    ) throws -> Object? {
        var request = try from.request(clauses)
        request.fetchLimit = min(request.fetchLimit ?? 1, 1)
        return try context.fetch(request, at: CallSite(fileID: fileID, line: line)).first
    }

    /// Returns the objects that the clauses find.
    ///
    /// ```swift
    /// try dataStack.fetchAll(From<Person>(), Where(\.age > 30), OrderBy(\.name))
    /// ```
    ///
    /// - Parameters:
    ///   - from: the class.
    ///   - clauses: the conditions on the objects, and their order.
    ///   - fileID: the file of the call, for the container's instrumentation.
    ///   - line: its line.
    /// - Throws: `FetchError`, or what a clause throws, such as `PredicateFormatError`.
    public func fetchAll<Object: ManagedObject>(
        _ from: From<Object>, _ clauses: any FetchClause<Object>..., fileID: StaticString = #fileID,
        line: UInt = #line
    ) throws -> [Object] {
        try context.fetch(from.request(clauses), at: CallSite(fileID: fileID, line: line))
    }

    /// Returns snapshots of the objects that the clauses find: values that may be used on any thread, and passed to
    /// `edit(_:)` later.
    ///
    /// - Parameters:
    ///   - from: the class.
    ///   - clauses: the conditions on the objects, and their order.
    ///   - fileID: the file of the call, for the container's instrumentation.
    ///   - line: its line.
    /// - Throws: `FetchError`, or what a clause throws, such as `PredicateFormatError`.
    public func fetchSnapshots<Object: ManagedObject>(
        _ from: From<Object>, _ clauses: any FetchClause<Object>..., fileID: StaticString = #fileID,
        line: UInt = #line
    ) throws -> SnapshotList<Object> {
        try context.fetchSnapshots(from.request(clauses), at: CallSite(fileID: fileID, line: line))
    }

    /// Returns the number of objects that the clauses find.
    ///
    /// - Parameters:
    ///   - from: the class.
    ///   - clauses: the conditions on the objects, and their order.
    ///   - fileID: the file of the call, for the container's instrumentation.
    ///   - line: its line.
    /// - Throws: `FetchError`, or what a clause throws, such as `PredicateFormatError`.
    public func fetchCount<Object: ManagedObject>(
        _ from: From<Object>, _ clauses: any FetchClause<Object>..., fileID: StaticString = #fileID,
        line: UInt = #line
    ) throws -> Int {
        try context.count(for: from.request(clauses), at: CallSite(fileID: fileID, line: line))
    }

    /// Returns a value that is computed over the objects that the clauses find.
    ///
    /// ```swift
    /// let oldest = try dataStack.queryValue(From<Person>(), .maximum(\.age), Where(\.name != "Jane Smith"))
    /// ```
    ///
    /// - Parameters:
    ///   - from: the class.
    ///   - aggregate: the computation.
    ///   - clauses: the conditions on the objects, and their order.
    /// - Throws: `FetchError`, or what a clause throws, such as `PredicateFormatError`.
    public func queryValue<Object: ManagedObject, Result>(
        _ from: From<Object>, _ aggregate: Aggregate<Object, Result>, _ clauses: any FetchClause<Object>...
    ) throws -> Result {
        try context.compute(aggregate, of: from.request(clauses))
    }

    /// Returns an attribute of the first object that the clauses find; nil when there is none.
    ///
    /// - Parameters:
    ///   - from: the class.
    ///   - keyPath: the attribute.
    ///   - clauses: the conditions on the objects, and their order.
    /// - Throws: `FetchError`, or what a clause throws, such as `PredicateFormatError`.
    public func queryValue<Object: ManagedObject, Value: AttributeValue>(
        _ from: From<Object>, _ keyPath: KeyPath<Object, Value>, _ clauses: any FetchClause<Object>...
    ) throws -> Value? {
        var request = try from.request(clauses)
        request.fetchLimit = min(request.fetchLimit ?? 1, 1)
        return try context.values(keyPath, of: request).first
    }

    /// Returns the ID of the first object that the clauses find; nil when there is none.
    ///
    /// - Parameters:
    ///   - from: the class.
    ///   - clauses: the conditions on the objects, and their order.
    ///   - fileID: the file of the call, for the container's instrumentation.
    ///   - line: its line.
    /// - Throws: `FetchError`, or what a clause throws, such as `PredicateFormatError`.
    public func fetchObjectID<Object: ManagedObject>(
        _ from: From<Object>, _ clauses: any FetchClause<Object>..., fileID: StaticString = #fileID,
        line: UInt = #line
    ) throws -> ManagedObjectID<Object>? {
        var request = try from.request(clauses)
        request.fetchLimit = min(request.fetchLimit ?? 1, 1)
        return try context.fetch(request, at: CallSite(fileID: fileID, line: line)).first?.objectID
    }

    /// Returns the IDs of the objects that the clauses find, which may be used on any thread.
    ///
    /// - Parameters:
    ///   - from: the class.
    ///   - clauses: the conditions on the objects, and their order.
    ///   - fileID: the file of the call, for the container's instrumentation.
    ///   - line: its line.
    /// - Throws: `FetchError`, or what a clause throws, such as `PredicateFormatError`.
    public func fetchObjectIDs<Object: ManagedObject>(
        _ from: From<Object>, _ clauses: any FetchClause<Object>..., fileID: StaticString = #fileID,
        line: UInt = #line
    ) throws -> [ManagedObjectID<Object>] {
        try context.fetch(from.request(clauses), at: CallSite(fileID: fileID, line: line)).map(\.objectID)
    }
}

// Objects that are given by another context's object, or by their ID.
extension FetchableSource {
    /// Returns this source's own object for one of another context; nil if it no longer exists.
    ///
    /// An object that the source has already is returned as it is there, without asking the store, so other contexts
    /// may have changed or deleted it since; only an object that the source does not have is read. A data stack merges
    /// other contexts' commits first. In a transaction a fetch, `context.refresh(_:mergeChanges: true)` or
    /// `context.refreshAllObjects()` reads them: see ``ManagedObjectContext/existingObject(with:)``.
    ///
    /// - Parameter object: the object, of this or another context.
    /// - Throws: `FetchError`.
    public func fetchExisting<Object: ManagedObject>(_ object: Object) throws -> Object? {
        try fetchExisting(object.objectID)
    }

    /// Returns the object with an ID; nil if it no longer exists. An object that the source has already is returned as
    /// it is there, as with ``ManagedObjectContext/existingObject(with:)``.
    ///
    /// - Parameter id: the ID of the object.
    /// - Throws: `FetchError`.
    public func fetchExisting<Object: ManagedObject>(_ id: ManagedObjectID<Object>) throws -> Object? {
        do { return try context.existingObject(with: id) } catch FetchError.noSuchObject { return nil }
    }

    /// Returns the object of a snapshot; nil if it no longer exists. It does not have the snapshot's values: an object
    /// that the source has already is returned as it is there, any other is read now, as with
    /// ``ManagedObjectContext/existingObject(with:)``.
    ///
    /// - Parameter snapshot: the snapshot of the object.
    /// - Throws: `FetchError`.
    public func fetchExisting<Object: ManagedObject>(_ snapshot: ObjectSnapshot<Object>) throws -> Object? {
        try fetchExisting(snapshot.objectID)
    }

    /// Returns this source's own objects for objects of another context, without those that no longer exist. Objects
    /// that the source has already are returned as they are there, as with
    /// ``ManagedObjectContext/existingObject(with:)``.
    ///
    /// - Parameter objects: the objects, of this or another context.
    /// - Throws: `FetchError`.
    public func fetchExisting<Object: ManagedObject>(_ objects: [Object]) throws -> [Object] {
        try objects.compactMap { try fetchExisting($0.objectID) }
    }

    /// Returns the objects with these IDs, without those that no longer exist. Objects that the source has already are
    /// returned as they are there, as with ``ManagedObjectContext/existingObject(with:)``.
    ///
    /// - Parameter ids: the IDs of the objects.
    /// - Throws: `FetchError`.
    public func fetchExisting<Object: ManagedObject>(_ ids: [ManagedObjectID<Object>]) throws -> [Object] {
        try ids.compactMap { try fetchExisting($0) }
    }
}
