import Foundation

/// The error of a fetch. The context is as it was.
public enum FetchError: Error, Sendable {
    /// A part of the predicate has no translation that finds the same objects; `expression` quotes it.
    case untranslatable(expression: String, reason: String)
    /// A sort descriptor does not sort by a stored attribute, or by one of a type that the store cannot order, such as
    /// an enum.
    case unsortable(entityName: String, reason: String)
    /// A search for words concerns a class without `.searchable` attributes.
    case unsearchable(entityName: String)
    /// The store holds a value that the attribute's type does not accept, such as an enum's case that no longer exists.
    case refusedValue(entityName: String, attributeName: String, objectID: AnyManagedObjectID, value: StoredValue)
    /// Evaluating the predicate failed on some object: an overflow, a division by zero, `!` on nil.
    case evaluation(reason: String)
    /// No object has this ID.
    case noSuchObject(AnyManagedObjectID)
    /// The ID belongs to another store.
    case foreignObjectID(AnyManagedObjectID)
    /// Another process has brought the store to another model while it was open here. It can be opened again, with a
    /// model that fits.
    case modelChanged
    /// The container is closed.
    case closed
    /// The store is on a server that could not be reached in time, or was lost while a state was pinned. The fetch can
    /// be tried again.
    case unreachable(reason: String)
    /// The file was moved or deleted while the store was open.
    case fileMissing
    /// The file is no longer a sound database; `reason` is SQLite's.
    case damaged(reason: String)
    /// The store failed; `reason` says how.
    case store(reason: String)
}

extension FetchError: LocalizedError, CustomStringConvertible {
    /// A text that says what happened and what to do.
    public var description: String {
        switch self {
        case .untranslatable(let expression, let reason):
            "The predicate's \(expression) cannot be fetched by: \(reason)"
        case .unsortable(let entity, let reason): "The fetch of \(entity) cannot be sorted: \(reason)"
        case .unsearchable(let entity):
            "\(entity) cannot be searched: none of its attributes is .searchable. Declare it of those that have its texts."
        case .refusedValue(let entity, let attribute, let id, let value):
            "The store holds \(value) as \(entity).\(attribute) of \(id), which its type does not accept."
        case .evaluation(let reason): "The predicate failed: \(reason)"
        case .noSuchObject(let id): "There is no \(id) in the store: it was deleted, or never saved."
        case .foreignObjectID(let id): "\(id) belongs to another store."
        case .modelChanged:
            "Another program has brought the store to another model. Close the container and open it again; if that is "
                + "refused, update the program."
        case .closed: "The store is closed."
        case .unreachable(let reason): "The server cannot be reached: \(reason). Check it and try again."
        case .fileMissing: "The store's file was moved or deleted. Put it back and try again."
        case .damaged(let reason): "The store is damaged: \(reason). Restore it from a backup."
        case .store(let reason): "The store failed: \(reason)"
        }
    }

    /// The same as `description`.
    public var errorDescription: String? { description }
}
