/// An optional of an attribute's type.
package protocol OptionalAttribute {
    static var wrappedType: any AttributeValue.Type { get }
}

extension Optional: OptionalAttribute where Wrapped: AttributeValue {
    package static var wrappedType: any AttributeValue.Type { Wrapped.self }
}
