import Foundation

/// The error of a save. A failed save leaves nothing in the store, except with ``Reason/outcomeUnknown(cause:)``; the
/// context keeps its changes, so that they can be corrected and saved again, or rolled back.
///
/// A save to several stores commits to one after the other: parts before the failure are saved, and are no longer
/// pending in a context that saved with `save()`.
public struct SaveError: Error, Sendable {
    /// The reason of the failure.
    public enum Reason: Sendable {
        /// Another object has the value of a `.unique` attribute already. `taken` says which value, as a person would
        /// write it; `by` is the object that has it, which may be part of the same save.
        case valueTaken(taken: String, by: AnyManagedObjectID?)
        /// Another context or program gave the same attribute another value since it was read here, and it was changed
        /// here too, even to the same value. One that others changed and changed back is in no conflict.
        case conflict(base: StoredValue, here: StoredValue, stored: StoredValue)
        /// The object was changed here and deleted by another context or program, or the other way round.
        case deletionConflict
        /// A `.required` relationship refers to no object, or would after a deletion.
        case relationshipMissing
        /// The object cannot be deleted as long as its relationship, whose rule is `.deny`, refers to other objects.
        case deletionDenied
        /// The new target of a relationship is not in the store: another context or program deleted it.
        case relatedObjectDeleted(AnyManagedObjectID)
        /// The object that was changed, deleted or referred to was inserted by the parent context and not saved there, so
        /// the store does not have it yet; or the parent moved it away from a deleted owner, with which the store would
        /// delete it; or the parent is to delete it, and a new object with its unique value would become one with it.
        case unsavedInParent
        /// The error that `validateForInsert()`, `validateForUpdate()` or `validateForDelete()` of an object threw.
        case invalid(message: String)
        /// The value could not be encoded; `reason` says why.
        case unencodable(reason: String)
        /// Another process holds the store locked; or a closure of this program that runs alone has had it for longer than
        /// `busyTimeout`, or makes this save itself.
        case busy
        /// The disk is full.
        case diskFull
        /// The store can no longer be written: the file's permissions, or the disk is read-only.
        case readOnly
        /// The disk failed; `reason` says how. Nothing is saved, also after a crash.
        case inputOutput(reason: String)
        /// The disk failed while the save was being committed, and could not be written since, so that what was written
        /// of it could not be taken back. Here it is not saved, and it never will be once a later save has succeeded. If
        /// the program ends before that, it may be found saved when the store is opened again, in full: repeat it with
        /// `performBackgroundTask(idempotencyKey:)`, which finds out. `cause` is the disk's error.
        ///
        /// Over a server: the connection was lost while the save was being committed, and no server could be asked since
        /// whether it was. It is saved in full or not at all; repeat it with its key.
        indirect case outcomeUnknown(cause: Reason)
        /// The server did not answer in time, or the connection to it was lost; `reason` says how. Nothing is saved.
        case unreachable(reason: String)
        /// Values that were accessed could not be read, as `reason` says, and others were shown instead, of which the
        /// changes here may come: see `ManagedObject.isFault`. They can be saved no more; `rollback()` takes them back.
        case unread(reason: String)
        /// The store's file was deleted, moved, or replaced while it was open. Put back, it can be saved to again.
        case fileMissing
        /// The file is no longer a sound database; `reason` is SQLite's.
        case damaged(reason: String)
        /// Another process has brought the store to another model while it was open here. It can be opened again, with a
        /// model that fits.
        case modelChanged
        /// The container is closed.
        case closed
        /// The store failed in another way; `reason` says how.
        case store(reason: String)
    }

    /// The reason of the failure.
    public var reason: Reason { details.reason }
    /// The entity with which the save failed, if there is one.
    public var entityName: String? { details.entityName }
    /// The attribute or relationship with which the save failed, if there is one.
    public var attributeName: String? { details.attributeName }
    /// The objects with which the save failed.
    public var objectIDs: [AnyManagedObjectID] { details.objectIDs }
    /// Both sides of a conflict, and the values that they started from; nil for any other error.
    public package(set) var conflict: MergeConflict? {
        get { details.conflict }
        set { details.conflict = newValue }
    }
    /// Of a conflict, the values of the row as the other side saved them, for `conflict`.
    package var storedValues: [StoredValue]? {
        get { details.storedValues }
        set { details.storedValues = newValue }
    }
    /// The part that was saved all the same, of a save to several stores.
    package var saved: SavedPart? {
        get { details.saved }
        set { details.saved = newValue }
    }

    private struct Details: Sendable {
        let reason: Reason
        let entityName: String?
        let attributeName: String?
        let objectIDs: [AnyManagedObjectID]
        var conflict: MergeConflict?
        var storedValues: [StoredValue]?
        var saved: SavedPart?
        /// Of a conflict, the type of the attribute, in which its values are written.
        var type: AttributeType?
    }

    // Elsewhere, since whatever may throw an error has room for it in its frame: with all of it there, a thread that
    // waits for a save takes several kilobytes more of the cache.
    private indirect enum Storage: Sendable { case details(Details) }

    private var storage: Storage
    private var details: Details {
        get {
            switch storage {
            case .details(let details): details
            }
        }
        set { storage = .details(newValue) }
    }

    /// An error, as a ``PersistentStore`` throws it.
    ///
    /// - Parameters:
    ///   - reason: the kind of the failure.
    ///   - entityName: the entity with which the save failed.
    ///   - attributeName: the attribute or relationship with which the save failed.
    ///   - objectIDs: the objects with which the save failed.
    public init(
        _ reason: Reason, entityName: String? = nil, attributeName: String? = nil, objectIDs: [AnyManagedObjectID] = []
    ) {
        self.init(
            reason, entityName: entityName, attributeName: attributeName, objectIDs: objectIDs, storedValues: nil)
    }

    package init(
        _ reason: Reason, entityName: String? = nil, attributeName: String? = nil, objectIDs: [AnyManagedObjectID] = [],
        storedValues: [StoredValue]?, type: AttributeType? = nil
    ) {
        storage = .details(
            Details(
                reason: reason, entityName: entityName, attributeName: attributeName, objectIDs: objectIDs,
                storedValues: storedValues, type: type))
    }

    /// True if another commit changed or deleted what this save changed, deleted or referred to: a repeat that reads
    /// again can succeed.
    public var isConflict: Bool {
        switch reason {
        case .conflict, .deletionConflict, .relatedObjectDeleted: true
        default: false
        }
    }

    /// True if the same save can succeed later without a change to the objects.
    public var canRetry: Bool {
        switch reason {
        case .busy, .diskFull, .readOnly, .inputOutput, .outcomeUnknown, .unreachable, .fileMissing: true
        default: false
        }
    }
}

extension SaveError: LocalizedError, CustomStringConvertible {
    /// A text that says what happened and what to do, fit for a person.
    public var description: String {
        switch reason {
        case .valueTaken(let value, _): "The \(property) \(value) is already taken. Choose another."
        case .conflict(_, let here, let stored):
            "The \(property) was changed\(change(to: stored)) by someone else while it was changed\(change(to: here)) here. "
                + "Refresh it without merging and change it again, or save with a merge policy that decides."
        case .deletionConflict:
            "The \(entityName ?? "object") was changed on one side and deleted on the other. Refresh it without merging, or "
                + "save with a merge policy that decides."
        case .relationshipMissing: "The \(property) is missing. Give \(entityName ?? "the object") one."
        case .deletionDenied:
            "The \(entityName ?? "object") cannot be deleted as long as its \(attributeName ?? "relationship") refers to "
                + "others. Delete or move those first."
        case .relatedObjectDeleted(let id): "The \(property) is \(id), which someone else has deleted. Choose another."
        case .unsavedInParent:
            "The \(entityName ?? "object") is new in the parent context, or was moved or deleted there, which has to be saved "
                + "before this. Save the parent first, or change the object there."
        case .invalid(let message): message
        case .unencodable(let reason):
            "\(entityName == nil ? "A value" : "The " + property) cannot be stored: \(reason)"
        case .busy: "The store is in use, by another program or by work that runs alone. Try again."
        case .diskFull: "The disk is full. Make room and try again."
        case .readOnly: "The store cannot be written. Check its permissions and try again."
        case .inputOutput(let reason): "The disk failed: \(reason). Check it and try again."
        case .unreachable(let reason): "The server cannot be reached: \(reason). Check it and try again."
        case .outcomeUnknown(let cause):
            "\(SaveError(cause)) If the program ends before a save succeeds, this one may turn out to be saved: repeat it "
                + "with its idempotency key."
        case .unread(let reason):
            "Values could not be read when they were needed, and what was changed since may be wrong: \(reason) Call "
                + "rollback() and make the changes again."
        case .fileMissing: "The store's file was moved or deleted. Put it back and try again."
        case .damaged(let reason): "The store is damaged: \(reason). Restore it from a backup."
        case .modelChanged:
            "Another program has brought the store to another model. Close the container and open it again; if that is "
                + "refused, update the program."
        case .closed: "The store is closed."
        case .store(let reason): "The store failed: \(reason)"
        }
    }

    /// The same as `description`.
    public var errorDescription: String? { description }

    /// Returns the new value as text; nothing for a value that only a store can read.
    private func change(to value: StoredValue) -> String {
        guard let type = details.type else { return " to \(value)" }
        return type == .reference ? "" : " to \(value.description(as: type))"
    }

    private var property: String {
        [entityName, attributeName].compactMap { $0 }.joined(separator: " ")
    }
}

extension SaveError {
    /// The failure of a save that could not read what it needs.
    package init(reading error: any Error, entityName: String? = nil) {
        switch error {
        case let error as SaveError: self = error
        case FetchError.closed: self.init(.closed, entityName: entityName)
        case FetchError.modelChanged: self.init(.modelChanged, entityName: entityName)
        case FetchError.fileMissing: self.init(.fileMissing, entityName: entityName)
        case FetchError.damaged(let reason): self.init(.damaged(reason: reason), entityName: entityName)
        case FetchError.unreachable(let reason): self.init(.unreachable(reason: reason), entityName: entityName)
        default: self.init(.store(reason: "\(error)"), entityName: entityName)
        }
    }
}
