/// What a name in a format string stands for: an attribute, or the object's ID.
struct FormatKey {
    let entity: EntityDescription
    /// Nil for the object's ID.
    let attribute: AttributeDescription?

    var name: String { "\(entity.name).\(attribute?.name ?? "objectID")" }
    var type: AttributeType { attribute?.type ?? .integer64 }
    var isOrdered: Bool { attribute.map { StandardOrder.isKept(of: $0.access.valueType) } ?? false }

    var expression: QueryExpression {
        guard let attribute else { return QueryExpression(.objectID(of: .fetched), .integer64) }
        return QueryExpression(
            .attribute(attribute.index, of: .fetched), attribute.type, isOptional: attribute.isOptional)
    }
}
