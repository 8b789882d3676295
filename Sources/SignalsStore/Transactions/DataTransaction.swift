/// A unit that creates, edits and deletes objects, in a context of its own. Its changes are kept when it is committed.
///
/// It is used on its own queue: in the closure that it is given to, or where a detached one was begun.
public protocol DataTransaction: FetchableSource {}

extension DataTransaction {
    /// The context that the transaction works in, for code that is written against contexts, such as repositories.
    ///
    /// ```swift
    /// try await dataStack.perform { transaction in
    ///     try PersonRepository(context: transaction.context).person(named: "Ada").age += 1
    /// }.value
    /// ```
    /// It is used on the transaction's queue. A save of the context is kept when the transaction is committed, and not
    /// before. In a `DetachedDataTransaction`, which is not bound to a closure, such a save is written at once.
    public var context: ManagedObjectContext { fetchOrigin.context }

    /// Creates a new object.
    ///
    /// If no store keeps the class, or several do and the clause names none, or the named one does not, the program
    /// stops with a message that says so.
    ///
    /// - Parameter into: the object's class, and where needed its store's configuration.
    public func create<Object: ManagedObject>(_ into: Into<Object>) -> Object {
        context.insert(Object.self, into.destination)
    }

    /// Returns the transaction's own copy of an object of another context, to be changed here.
    ///
    /// ```swift
    /// let jane = try transaction.edit(jane)  // the same name keeps the other one from being used by mistake
    /// jane.age += 1
    /// ```
    /// An object that the transaction has already is returned as it is there, and the store is not asked: see
    /// ``ManagedObjectContext/existingObject(with:)``. This matters most in a detached transaction, which may have read
    /// the object long ago: `context.refresh(jane, mergeChanges: true)` reads it again, `context.refreshAllObjects()`
    /// reads all objects again.
    ///
    /// - Parameter object: the object, of this or another context.
    /// - Throws: `FetchError.noSuchObject` when neither the transaction nor the store has it, or another `FetchError`.
    public func edit<Object: ManagedObject>(_ object: Object) throws -> Object { try edit(object.objectID) }

    /// Returns the object with an ID, to be changed here: the transaction's object if it has one already, else the
    /// object as it is read now, as with ``ManagedObjectContext/existingObject(with:)``.
    ///
    /// - Parameter id: the ID of the object.
    /// - Throws: `FetchError.noSuchObject` when neither the transaction nor the store has it, or another `FetchError`.
    public func edit<Object: ManagedObject>(_ id: ManagedObjectID<Object>) throws -> Object {
        try context.existingObject(with: id)
    }

    /// Returns the object of a snapshot, to be changed here. It does not have the snapshot's values: it is the
    /// transaction's object if it has one already, else the object as it is read now, as with
    /// ``ManagedObjectContext/existingObject(with:)``.
    ///
    /// - Parameter snapshot: the snapshot of the object.
    /// - Throws: `FetchError.noSuchObject` when neither the transaction nor the store has it, or another `FetchError`.
    public func edit<Object: ManagedObject>(_ snapshot: ObjectSnapshot<Object>) throws -> Object {
        try edit(snapshot.objectID)
    }

    /// Deletes objects, which may be those of another context. Objects that no longer exist are left out.
    ///
    /// - Parameter objects: the objects, of this or another context.
    /// - Throws: `FetchError`.
    public func delete<Object: ManagedObject>(_ objects: Object...) throws {
        try deleteObjects(objects.map { $0.objectID })
    }

    /// Deletes objects, which may be those of another context. Objects that no longer exist are left out.
    ///
    /// - Parameter objects: the objects, of this or another context.
    /// - Throws: `FetchError`.
    public func delete<Object: ManagedObject>(_ objects: [Object]) throws {
        try deleteObjects(objects.map { $0.objectID })
    }

    /// Deletes the objects with these IDs. Objects that no longer exist are left out.
    ///
    /// - Parameter ids: the IDs of the objects.
    /// - Throws: `FetchError`.
    public func delete<Object: ManagedObject>(_ ids: ManagedObjectID<Object>...) throws {
        try deleteObjects(ids)
    }

    /// Deletes the objects with these IDs. Objects that no longer exist are left out.
    ///
    /// - Parameter ids: the IDs of the objects.
    /// - Throws: `FetchError`.
    public func delete<Object: ManagedObject>(_ ids: [ManagedObjectID<Object>]) throws {
        try deleteObjects(ids)
    }

    /// Deletes the objects of snapshots. Objects that no longer exist are left out.
    ///
    /// - Parameter snapshots: the snapshots of the objects.
    /// - Throws: `FetchError`.
    public func delete<Object: ManagedObject>(_ snapshots: ObjectSnapshot<Object>...) throws {
        try deleteObjects(snapshots.map { $0.objectID })
    }

    /// Deletes the objects of snapshots. Objects that no longer exist are left out.
    ///
    /// - Parameter snapshots: the snapshots of the objects.
    /// - Throws: `FetchError`.
    public func delete<Object: ManagedObject>(_ snapshots: [ObjectSnapshot<Object>]) throws {
        try deleteObjects(snapshots.map { $0.objectID })
    }

    private func deleteObjects<Object: ManagedObject>(_ ids: [ManagedObjectID<Object>]) throws {
        for id in ids {
            if let object: Object = try fetchExisting(id) { context.delete(object) }
        }
    }

    /// Deletes the objects that the clauses find.
    ///
    /// ```swift
    /// try transaction.deleteAll(From<Person>(), Where(\.age > 30))
    /// ```
    ///
    /// - Parameters:
    ///   - from: the class.
    ///   - clauses: the conditions on the objects.
    /// - Returns: the number.
    /// - Throws: `FetchError`, or what a clause throws, such as `PredicateFormatError`.
    @discardableResult
    public func deleteAll<Object: ManagedObject>(
        _ from: From<Object>, _ clauses: any FetchClause<Object>...
    ) throws -> Int {
        let objects = try context.fetch(from.request(clauses), at: nil)
        for object in objects { context.delete(object) }
        return objects.count
    }
}
