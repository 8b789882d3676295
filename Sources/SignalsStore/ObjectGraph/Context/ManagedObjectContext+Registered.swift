extension ManagedObjectContext {
    /// Every object of the context that is referenced or has changes. Read on the context's queue.
    public var registeredObjects: Set<ManagedObject> {
        verify("registeredObjects")
        return Set(objects.all)
    }

    /// The objects that the next save inserts. Read on the context's queue.
    public var insertedObjects: Set<ManagedObject> { pending(.inserted, "insertedObjects") }
    /// The objects whose changes the next save writes. Read on the context's queue.
    public var updatedObjects: Set<ManagedObject> { pending(.updated, "updatedObjects") }
    /// The objects that the next save deletes. Read on the context's queue.
    public var deletedObjects: Set<ManagedObject> { pending(.deleted, "deletedObjects") }

    private func pending(_ status: ObjectStatus, _ member: String) -> Set<ManagedObject> {
        verify(member)
        return Set(objects.pending.filter { $0.status == status })
    }

    /// Returns the object with an ID, if the context has it already; nothing is read. Runs on the context's queue.
    ///
    /// - Parameter id: the ID of the object.
    public func registeredObject<Object: ManagedObject>(for id: ManagedObjectID<Object>) -> Object? {
        verify("registeredObject(for:)")
        return confinement.store.number(of: id).flatMap { objects[$0] as? Object }
    }
}
