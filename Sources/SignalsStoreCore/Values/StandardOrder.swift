import Foundation

/// The types that a store orders as Swift does.
package enum StandardOrder {
    package static func isKept(of type: Any.Type) -> Bool {
        guard let type = type as? any AttributeValue.Type else { return false }
        return isKept(of: type)
    }

    package static func isKept(of type: any AttributeValue.Type) -> Bool {
        if let optional = type as? any OptionalAttribute.Type { return isKept(of: optional.wrappedType) }
        return types.contains(ObjectIdentifier(type))
    }

    private static let types: Set<ObjectIdentifier> = Set(
        ([
            Int.self, Int8.self, Int16.self, Int32.self, Int64.self, UInt.self, UInt8.self, UInt16.self, UInt32.self,
            UInt64.self, Double.self, Float.self, String.self, Date.self, UUID.self, Decimal.self,
        ] as [any AttributeValue.Type]).map { ObjectIdentifier($0) })
}
