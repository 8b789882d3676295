/// What a save asks of a relationship.
public struct RelationshipOptions: OptionSet, Sendable {
    /// The options as bits.
    public let rawValue: UInt8

    /// The options with these bits.
    @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A save fails with `SaveError.Reason.relationshipMissing` unless there is an object at the other end.
    ///
    /// The property stays optional in Swift, since an object is made before it is related to another.
    @inlinable public static var required: RelationshipOptions { RelationshipOptions(rawValue: 1) }
}
