/// A change of any other setting of a fetch request.
///
/// ```swift
/// try dataStack.fetchAll(From<Person>(), OrderBy(\.name), Tweak { $0.fetchLimit = 10 })
/// ```
public struct Tweak<Object: ManagedObject>: FetchClause {
    private let change: @Sendable (inout FetchRequest<Object>) -> Void

    /// A change to the request.
    public init(_ change: @escaping @Sendable (inout FetchRequest<Object>) -> Void) { self.change = change }

    /// Changes the request.
    public func apply(to request: inout FetchRequest<Object>) { change(&request) }
}
