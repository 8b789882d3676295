/// A part of a fetch on a `DataStack` or in a transaction: `Where`, `OrderBy`, `Tweak`, or one of your own.
///
/// ```swift
/// try dataStack.fetchAll(From<Person>(), Where(\.age > 30), OrderBy(\.name), Tweak { $0.fetchLimit = 10 })
/// ```
public protocol FetchClause<Object>: Sendable {
    /// The class that is fetched.
    associatedtype Object: ManagedObject

    /// Adds the clause to a request.
    ///
    /// - Throws: when the clause cannot be understood, such as `PredicateFormatError` for a format string.
    func apply(to request: inout FetchRequest<Object>) throws
}
