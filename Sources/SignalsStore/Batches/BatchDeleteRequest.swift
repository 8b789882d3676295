import Foundation

/// Deletes all objects that a request finds, in the store, without fetching them. Core Data's `NSBatchDeleteRequest`.
///
/// ```swift
/// try context.execute(BatchDeleteRequest<Chore>(predicate: #Predicate { $0.isDone }))
/// ```
/// Validation and the lifecycle methods of the class do not run. Delete rules are applied, in the store: those of
/// relationships that refer to the deleted objects, and those of the deleted objects' own relationships.
public struct BatchDeleteRequest<Object: ManagedObject>: Sendable {
    /// The request for the objects; with a limit, the first of them in its order.
    public var fetchRequest: FetchRequest<Object>

    /// A request to delete what a fetch request finds.
    ///
    /// - Parameter fetchRequest: finds the objects; with a limit, the first of them in its order.
    public init(fetchRequest: FetchRequest<Object>) { self.fetchRequest = fetchRequest }

    /// A request to delete the objects for which a predicate holds; nil for all.
    ///
    /// - Parameter predicate: the condition on the objects; nil for all.
    public init(predicate: Predicate<Object>?) { fetchRequest = FetchRequest(predicate: predicate) }
}
