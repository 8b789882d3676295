/// What a store does for an attribute beside keeping it.
public struct AttributeOptions: OptionSet, Sendable {
    /// The options as bits.
    public let rawValue: UInt8

    /// The options with these bits.
    @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// No two objects of the entity may have the same value; nil is not compared.
    ///
    /// A save that would break this fails with `SaveError.Reason.valueTaken`. Implies `.indexed`.
    @inlinable public static var unique: AttributeOptions { AttributeOptions(rawValue: 1) }

    /// The store keeps an index, so that fetches that compare or sort by the attribute do not read every row.
    @inlinable public static var indexed: AttributeOptions { AttributeOptions(rawValue: 2) }

    /// The value is kept in memory only: it is part of the context's changes and of undo, and never reaches the store.
    ///
    /// An object that is fetched has the value that the class declares.
    @inlinable public static var transient: AttributeOptions { AttributeOptions(rawValue: 128) }
}
