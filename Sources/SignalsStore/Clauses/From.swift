/// The class that a fetch looks for: the first clause of each.
///
/// ```swift
/// try dataStack.fetchAll(From<Person>())
/// ```
public struct From<Object: ManagedObject>: Sendable {
    /// All objects of the class.
    public init() {}

    /// All objects of a class.
    public init(_ type: Object.Type) {}

    /// The request that the clauses make together.
    ///
    /// - Throws: what a clause throws.
    func request(_ clauses: [any FetchClause<Object>]) throws -> FetchRequest<Object> {
        var request = FetchRequest<Object>()
        for clause in clauses { try clause.apply(to: &request) }
        return request
    }
}
