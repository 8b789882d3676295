extension ManagedObject {
    /// True if the object's values are still in the store, and are read, with those of other objects that will probably
    /// be wanted next, at the first access. Core Data's `isFault`.
    ///
    /// If the row turns out to be deleted then, the object gets the values that its class declares and belongs to no
    /// context any more, or the program stops: see `ManagedObjectContext.shouldDeleteInaccessibleFaults`.
    ///
    /// If the store cannot be read, such as an unreachable server, an access cannot throw: the object shows the values
    /// that it had before, or that its class declares, and a relationship no objects. The container's
    /// `unobservedFailureHandler` is called for the first such access, and the next ones do not ask the store until the
    /// context can fetch again. Changes in the context meanwhile may depend on such values: `save()` throws
    /// `SaveError.Reason.unread(reason:)` until `rollback()` or `reset()`, and the future of a background task fails.
    /// To have such errors thrown instead, use `ManagedObjectContext.existingObject(with:)`. Read on the queue of the
    /// object's context.
    public final var isFault: Bool { isUnloaded }

    /// Makes the next access read the values, of a to-one too: an unread reference is unknown, and not nil.
    final func becomeFault() {
        isUnloaded = true
        for slot in entity.relationshipSlots { slot.state(in: self).pointee.isResolved = false }
    }

    /// Reads the values.
    final func fireFault() {
        guard let context = confinement.context else {
            fatalError("\(anyObjectID) was used, but the context is gone: keep it with its objects.")
        }
        _ = context.readLazily("\(anyObjectID) is a fault, and its values") {
            do { try context.load(self) } catch FetchError.noSuchObject {
                if !context.faulting.deletesInaccessible {
                    fatalError(
                        "\(anyObjectID) was deleted from the store before its values were read. Use "
                            + "existingObject(with:), which throws, where objects may be gone.")
                }
                becomeInaccessible(in: context)
            }
        }
    }

    /// Leaves the context, with the values that the class declares.
    final func becomeInaccessible(in context: ManagedObjectContext) {
        isUnloaded = false
        for property in entity.properties { assignStored(property.defaultValue, at: property.index) }
        breakRelationships()
        for slot in entity.relationshipSlots { slot.state(in: self).pointee.isResolved = true }
        context.lose(self)
    }
}
