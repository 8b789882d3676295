extension ManagedObject {
    /// True if the object was inserted and not saved yet. Read on the context's queue.
    public final var isInserted: Bool { verified("isInserted") == .inserted }
    /// True if the object is in the store and was changed since the last save, if only by assigning the value that it
    /// had: then `changedValues()` is empty, and the save writes nothing of it. Read on the context's queue.
    public final var isUpdated: Bool { verified("isUpdated") == .updated }
    /// True if the object is to be deleted by the next save. One that was never saved is forgotten at once, and is not.
    /// Read on the context's queue.
    public final var isDeleted: Bool { verified("isDeleted") == .deleted }

    /// True if the next save has something to do for the object. A to-many whose inverse is a to-one is kept by that: after
    /// `ada.tasks.insert(task)` the task has changes. Read on the context's queue.
    public final var hasChanges: Bool { verified("hasChanges").isPending }

    private func verified(_ member: String) -> ObjectStatus {
        if !confinement.isEntered { confinement.verify(.member(member, of: self)) }
        return status
    }
}

// What was changed, by name.
extension ManagedObject {
    /// The attributes that the next save would write, with their present values, by name: those that differ from what
    /// was read, or, of a new object, from what each new object has. Core Data's `changedValues()`.
    ///
    /// Runs on the context's queue.
    public final func changedValues() -> [String: any Sendable] {
        if !confinement.isEntered { confinement.verify(.member("changedValues()", of: self)) }
        var changed: [String: any Sendable] = [:]
        for attribute in entity.attributes {
            let before = status == .inserted ? attribute.defaultValue : edits?.base[attribute.index]
            guard let before, (try? attribute.storedValue(in: self)) != before else { continue }
            changed[attribute.name] = attribute.value(in: self)
        }
        return changed
    }

    /// The values that were last read or saved, by name, whatever was assigned since. Of a new object there are none.
    /// Core Data's `committedValues(forKeys:)`.
    ///
    /// Runs on the context's queue.
    ///
    /// - Parameter keys: the names of the attributes; nil for all. A name that the class does not have stops the program.
    public final func committedValues(forKeys keys: [String]? = nil) -> [String: any Sendable] {
        if !confinement.isEntered { confinement.verify(.member("committedValues(forKeys:)", of: self)) }
        for key in keys ?? [] where !entity.attributes.contains(where: { $0.name == key }) {
            fatalError("\(entity.name) has no attribute \"\(key)\". It has \(entity.attributes.map(\.name)).")
        }
        guard status != .inserted else { return [:] }
        if isUnloaded { fireFault() }
        var committed: [String: any Sendable] = [:]
        for attribute in entity.attributes where keys?.contains(attribute.name) ?? true {
            committed[attribute.name] =
                edits?.base[attribute.index].flatMap { try? attribute.decoded($0) } ?? attribute.value(in: self)
        }
        return committed
    }
}
