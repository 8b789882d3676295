/// A stored value that an attribute's type does not accept.
public struct AttributeValueError: Error, Sendable, CustomStringConvertible {
    /// The value in the store.
    public let storedValue: StoredValue
    /// The name of the type that refused it.
    public let typeName: String

    package init(_ storedValue: StoredValue, refusedBy type: Any.Type) {
        self.storedValue = storedValue
        typeName = String(describing: type)
    }

    /// A text that says what the store holds and which type refused it.
    public var description: String { "The store holds \(storedValue), which is not of the type \(typeName)." }
}
