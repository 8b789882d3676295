/// An event of the domain, sent to subscribers after it was saved.
///
/// ```swift
/// struct AteFood: DomainEvent {
///     let child: String
///     let grams: Int
/// }
/// ```
/// An event is a value: it carries an object's values itself, or names the object with a `ManagedObjectID`.
public protocol DomainEvent: Sendable {}
