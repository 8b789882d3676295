/// Inserts many objects without making them in a context. Core Data's `NSBatchInsertRequest`.
///
/// ```swift
/// let names = ["Dust", "Mop", "Iron"]
/// try context.execute(BatchInsertRequest<Chore>(names) { chore, name in chore.name = name })
/// ```
/// Neither validation nor the lifecycle methods of the class run, but its initialiser does. Relationships are not set,
/// and ``RelationshipOptions/required`` ones are not checked: the objects are stored without them, and a later save
/// that changes such an object fails unless it sets the relationship.
public struct BatchInsertRequest<Object: ManagedObject>: Sendable {
    /// Hands each object to a closure when its attributes are assigned.
    let make: @Sendable (_ new: () -> Object, _ done: (Object) throws -> Void) throws -> Void
    var placement = StorePlacement.onlyStore
    let response: ConflictResponse

    /// The response to an object whose unique value another object has, in the store or earlier in the batch.
    public enum ConflictResponse: Sendable, Hashable {
        /// The batch fails with `SaveError.Reason.valueTaken`, and nothing is inserted.
        case fail
        /// The object is left out.
        case skip
        /// The object that has the value gets the attributes that the closure assigned, and keeps the others: SQL's
        /// upsert. A batch in which one object would update two fails.
        case update
    }

    /// A request to insert an object for each of some elements.
    ///
    /// - Parameters:
    ///   - elements: the elements to make objects of.
    ///   - response: the treatment of an object whose unique value is taken.
    ///   - assign: gives an object's attributes their values. It is called, on the queue of the context that executes
    ///     the request, with an object that exists for this only and is in no context. Nothing is inserted when it
    ///     throws.
    public init<Elements: Sequence & Sendable>(
        _ elements: Elements, onConflict response: ConflictResponse = .fail,
        assign: @escaping @Sendable (Object, Elements.Element) throws -> Void
    ) {
        self.response = response
        make = { new, done in
            for element in elements {
                let object = new()
                try assign(object, element)
                try done(object)
            }
        }
    }

    /// Returns the same request for the store with a configuration, which is needed where several stores keep the
    /// class.
    ///
    /// - Parameter configuration: the configuration's name; nil for the store that was given none.
    public func into(configuration: String?) -> BatchInsertRequest {
        var request = self
        request.placement = .configuration(configuration)
        return request
    }
}
