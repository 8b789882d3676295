import SignalsCore

extension ManagedObject {
    /// A publisher that fires before a value of the object changes, on the context's queue: before each assignment, and
    /// when a merge, a refresh, a rollback, `undo()` or `redo()` changes values. Read on the context's queue; always
    /// the same instance.
    public final var objectWillChange: ObservableObjectPublisher {
        if !confinement.isEntered { confinement.verify(.member("objectWillChange", of: self)) }
        if let willChange { return willChange }
        let publisher = ObservableObjectPublisher()
        willChange = publisher
        observeEveryAssignment()
        return publisher
    }

    /// Makes the next assignment to each attribute take the slow path.
    final func observeEveryAssignment() {
        entity.slots.withUnsafeBufferPointer { slots in
            for index in slots.indices { slots[index].setChanged(false, in: self) }
        }
        guard entity.hasMoreThanColumns else { return }
        for attribute in entity.transients { attribute.setChanged(false, in: self) }
    }
}

extension ManagedObject: Hashable {
    /// True if both are the same object. Objects of two contexts for one row are different objects; compare their
    /// `objectID`.
    public static func == (left: ManagedObject, right: ManagedObject) -> Bool { left === right }

    /// Hashes the identity.
    public final func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension ManagedObject: Identifiable {}

// In an extension of the protocol, so that a class may have an attribute `id` of its own.
extension ManagedObjectProtocol where Self: ManagedObject {
    /// The `objectID` without the class. May be read anywhere.
    public var id: AnyManagedObjectID { anyObjectID }
}
