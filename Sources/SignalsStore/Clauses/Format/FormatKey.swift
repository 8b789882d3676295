/// The meaning of a name in a format string: an attribute or the ID of the object, or of one that a path of
/// relationships refers to.
struct FormatKey {
    /// The name with that of its entity, for messages.
    let name: String
    /// Nil for the ID of an object.
    let attribute: AttributeDescription?
    let expression: QueryExpression

    var type: AttributeType { expression.type }
    var isID: Bool { attribute == nil }
    var isOrdered: Bool { attribute.map { StandardOrder.isKept(of: $0.access.valueType) } ?? false }

    init(_ attribute: AttributeDescription, of entity: EntityDescription, in row: QueryRow = .fetched) {
        name = "\(entity.name).\(attribute.name)"
        self.attribute = attribute
        expression = QueryExpression(
            .attribute(attribute.index, of: row), attribute.type, isOptional: attribute.isOptional)
    }

    private init(_ name: String, id expression: QueryExpression) {
        self.name = name
        attribute = nil
        self.expression = expression
    }

    /// The meaning of a path of names.
    ///
    /// - Throws: `FormatRefusal`.
    init(path: Substring, of entity: EntityDescription, in row: QueryRow = .fetched) throws(FormatRefusal) {
        let names = path.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let first = String(names[0])
        guard names.count == 2 else {
            self = try FormatKey(named: first, of: entity, in: row)
            return
        }
        let object = try Self.reference(first, of: entity, in: row)
        let next = QueryRow(depth: row.depth + 1)
        let inner = try FormatKey(path: names[1], of: object.entity, in: next)
        name = inner.name
        attribute = inner.attribute
        expression = .related(object, row: next, inner.expression)
    }

    private init(named name: String, of entity: EntityDescription, in row: QueryRow) throws(FormatRefusal) {
        if name == "objectID" {
            let id = QueryExpression(.objectID(of: row), .integer64)
            self.init("\(entity.name).objectID", id: id)
        } else if let attribute = entity.attributes.first(where: { $0.name == name && $0.type != .reference }) {
            self.init(attribute, of: entity, in: row)
        } else {
            let object = try Self.reference(name, of: entity, in: row)
            self.init("\(entity.name).\(name)", id: object.number)
        }
    }

    /// The object that a relationship refers to.
    private static func reference(
        _ name: String, of entity: EntityDescription, in row: QueryRow
    ) throws(FormatRefusal) -> ObjectReference {
        guard let relationship = entity.relationships.first(where: { $0.name == name }) else {
            let attributes = entity.attributes.filter { $0.type != .reference }.map(\.name)
            let names = (attributes + entity.relationships.map(\.name)).joined(separator: ", ")
            throw FormatRefusal(reason: "\(entity.name) has no attribute \(name). It has \(names).")
        }
        guard let column = relationship.column else {
            throw FormatRefusal(
                reason: "\(entity.name).\(name) refers to many objects. Use #Predicate { $0.\(name).contains { … } }.")
        }
        return ObjectReference(
            number: QueryExpression(.attribute(column, of: row), .reference, isOptional: true),
            entity: relationship.target)
    }
}
