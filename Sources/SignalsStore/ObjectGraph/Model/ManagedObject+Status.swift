extension ManagedObject {
    /// True if the object was inserted and not saved yet. Read on the context's queue.
    public final var isInserted: Bool { verified("isInserted") == .inserted }
    /// True if the object is in the store and was changed since the last save, even if only by assigning the value that
    /// it had: then `changedValues()` is empty, and the save does not write the object. Read on the context's queue.
    public final var isUpdated: Bool { verified("isUpdated") == .updated }
    /// True if the object is to be deleted by the next save. An object that was never saved is forgotten at once
    /// instead. Read on the context's queue.
    public final var isDeleted: Bool { verified("isDeleted") == .deleted }

    /// True if the next save has something to do for the object. A to-many whose inverse is a to-one is kept by that: after
    /// `ada.tasks.insert(task)` the task has changes. Read on the context's queue.
    public final var hasChanges: Bool { verified("hasChanges").isPending }

    private func verified(_ member: String) -> ObjectStatus {
        if !confinement.isEntered { confinement.verify(.member(member, of: self)) }
        return status
    }
}

// The changed values, by name.
extension ManagedObject {
    /// Returns the attributes and to-ones that the next save would write, with their present values, by name: those
    /// that differ from the values that were read, or, for a new object, from the values of every new object. Core
    /// Data's `changedValues()`.
    ///
    /// Of a to-one it has the other object's ID, an `AnyManagedObjectID?`, since objects are confined to their context. It
    /// has no to-manys. Runs on the context's queue.
    public final func changedValues() -> [String: any Sendable] {
        if !confinement.isEntered { confinement.verify(.member("changedValues()", of: self)) }
        var changed: [String: any Sendable] = [:]
        for attribute in entity.attributes where !attribute.isPosition {
            let before = status == .inserted ? attribute.defaultValue : edits?.base[attribute.index]
            guard let before, let now = try? attribute.storedValue(in: self), now != before else { continue }
            changed[attribute.name] = target(of: attribute, now) ?? attribute.value(in: self)
        }
        return changed
    }

    /// Returns the values that were last read or saved, by name, whatever was assigned since. A new object has none.
    /// Core Data's `committedValues(forKeys:)`.
    ///
    /// Of a to-one it has the other object's ID, an `AnyManagedObjectID?`; it has no to-manys. Runs on the context's queue.
    ///
    /// - Parameter keys: the names of attributes and to-ones; nil for all. A name that the class does not have stops the
    ///   program.
    public final func committedValues(forKeys keys: [String]? = nil) -> [String: any Sendable] {
        if !confinement.isEntered { confinement.verify(.member("committedValues(forKeys:)", of: self)) }
        let attributes = entity.attributes.filter { !$0.isPosition }
        for key in keys ?? [] where !attributes.contains(where: { $0.name == key }) {
            fatalError("\(entity.name) has no attribute \"\(key)\". It has \(attributes.map(\.name)).")
        }
        guard status != .inserted else { return [:] }
        if isUnloaded { fireFault() }
        var committed: [String: any Sendable] = [:]
        for attribute in attributes where keys?.contains(attribute.name) ?? true {
            let base = edits?.base[attribute.index]
            committed[attribute.name] =
                (base ?? (try? attribute.storedValue(in: self))).flatMap { target(of: attribute, $0) }
                ?? base.flatMap { try? attribute.decoded($0) } ?? attribute.value(in: self)
        }
        return committed
    }

    /// The ID that a to-one's column refers to, or nil in an optional; nil for an attribute.
    private func target(of attribute: AttributeDescription, _ value: StoredValue) -> (any Sendable)? {
        guard attribute.type == .reference,
            let relationship = entity.references.first(where: { $0.column == attribute.index })
        else { return nil }
        var id: AnyManagedObjectID?
        if case .integer(let number) = value {
            id = AnyManagedObjectID(entityName: relationship.target.name, store: confinement.store, number: number)
        }
        return id as any Sendable
    }
}
