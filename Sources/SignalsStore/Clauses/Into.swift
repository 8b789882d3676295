/// The class of a new object, and the store it goes to.
///
/// ```swift
/// let person = transaction.create(Into<Person>())            // the one store that keeps persons
/// let archived = transaction.create(Into<Person>("Archive")) // the store with that configuration
/// let other = transaction.create(Into<Person>(nil))          // the store without a configuration
/// ```
public struct Into<Object: ManagedObject>: Sendable {
    let destination: StorePlacement

    /// A new object in the only store that keeps the class. If several do, `create(_:)` stops the program.
    public init() { destination = .onlyStore }

    /// A new object in the only store that keeps a class. If several do, `create(_:)` stops the program.
    public init(_ type: Object.Type) { destination = .onlyStore }

    /// A new object in the store with a configuration, and in no other.
    ///
    /// - Parameter configuration: the configuration's name; nil for the store that was given none.
    public init(_ configuration: String?) { destination = .configuration(configuration) }
}
