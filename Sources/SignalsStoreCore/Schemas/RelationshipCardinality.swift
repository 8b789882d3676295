/// The number of objects that a relationship refers to, and whether they have an order.
///
/// The raw value is written into the store beside the data, so a case is never renamed.
public enum RelationshipCardinality: String, Sendable, Codable {
    /// One, or none.
    case toOne
    /// Any number.
    case toMany
    /// Any number, in an order that is kept.
    case ordered
}
