/// Something that happened in the domain, reported to whoever subscribed after it was saved.
///
/// ```swift
/// struct AteFood: DomainEvent {
///     let child: String
///     let grams: Int
/// }
/// ```
/// An event is a value: what it says of an object it carries itself, or names with a `ManagedObjectID`.
public protocol DomainEvent: Sendable {}
