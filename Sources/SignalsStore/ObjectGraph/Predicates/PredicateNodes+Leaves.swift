import Foundation

extension PredicateExpressions.Variable: TranslatableNode {
    func translated(by translator: PredicateTranslator) throws -> QueryExpression {
        switch translator.scope[key] {
        case .value(let value): return value
        case .constant: return try translator.storedValue(of: translator.scope.constants[self] as Any, in: self)
        case .row, nil: throw translator.failure(self, "an object is not a value; compare its objectID")
        }
    }
}

extension PredicateExpressions.Value: TranslatableNode {
    func translated(by translator: PredicateTranslator) throws -> QueryExpression {
        try translator.storedValue(of: value, in: self)
    }
}

extension PredicateExpressions.NilLiteral: TranslatableNode {
    func translated(by translator: PredicateTranslator) throws -> QueryExpression {
        let type = (Wrapped.self as? any AttributeValue.Type)?.attributeType ?? .codable
        return QueryExpression(.value(.null), type, isOptional: true)
    }
}

extension PredicateExpressions.KeyPath: TranslatableNode {
    func translated(by translator: PredicateTranslator) throws -> QueryExpression {
        if let root = root as? any VariableNode, case .row(let row, let entity) = translator.scope[root.variable] {
            return try translator.attribute(at: keyPath, of: row, entity, in: self)
        }
        if let object = try translator.object(root) {
            return try translator.property(keyPath, of: object, in: self)
        }
        if let members = try translator.members(root) {
            return try translator.property(keyPath, of: members, Root.Output.self, in: self)
        }
        if let value = try translator.constant(self) { return try translator.storedValue(of: value, in: self) }
        return try translator.property(keyPath, of: root, Root.Output.self, in: self)
    }
}

extension PredicateTranslator {
    func attribute(
        at keyPath: AnyKeyPath, of row: QueryRow, _ entity: EntityDescription, in node: Any
    ) throws -> QueryExpression {
        switch entity.target(of: keyPath) {
        case .objectID: return QueryExpression(.objectID(of: row), .integer64)
        case .attribute(let index): return attribute(index, of: row, entity)
        case .relationship(let index):
            guard let column = entity.relationships[index].column else {
                throw failure(
                    node, "a relationship to many is not a value; ask for its count, isEmpty or contains(where:)")
            }
            return QueryExpression(.attribute(column, of: row), .reference, isOptional: true)
        case .related, nil:
            throw failure(
                node,
                "it is not a stored attribute of \(entity.name). Fetch by what is stored, and filter what was found")
        }
    }
}

extension PredicateTranslator {
    /// The attribute in a column.
    func attribute(_ column: Int, of row: QueryRow, _ entity: EntityDescription) -> QueryExpression {
        let access = entity.attributes.withUnsafeBufferPointer { $0[column].access }
        return QueryExpression(.attribute(column, of: row), access.attributeType, isOptional: access.isOptional)
    }
}

// The tests of values.
extension PredicateTranslator {
    fileprivate func property(
        _ keyPath: AnyKeyPath, of members: MembersReference, _ type: Any.Type, in node: Any
    ) throws -> QueryExpression {
        let paths = (type as? any CountedMembers.Type)?.keyPaths
        if keyPath == paths?.count { return try count(members) }
        if keyPath == paths?.isEmpty { return .boolean(.not(try exists(members))) }
        throw failure(node, "of a relationship to many a store knows count, isEmpty, contains(where:) and allSatisfy")
    }

    fileprivate func property(
        _ keyPath: AnyKeyPath, of root: Any, _ type: Any.Type, in node: Any
    ) throws -> QueryExpression {
        let value = try translate(root)
        switch keyPath {
        case \String.isEmpty: return .boolean(.compare(.equal, value, QueryExpression(.value(.text("")), .string)))
        case \Data.isEmpty: return .boolean(.compare(.equal, value, QueryExpression(.value(.blob(Data())), .data)))
        case \String.count, \Data.count: return QueryExpression(.count(value), .integer64)
        case \Date.timeIntervalSinceReferenceDate: return QueryExpression(value.node, .double)
        case \Date.timeIntervalSince1970:
            let seconds = QueryExpression(.value(.real(Date.timeIntervalBetween1970AndReferenceDate)), .double)
            return QueryExpression(.arithmetic(.add, QueryExpression(value.node, .double), seconds), .double)
        default: break
        }
        if let property = try property(keyPath, ofCase: value, type, in: node) { return property }
        throw failure(
            node, "a store cannot look at this property of \(type). Compare the whole value, or keep it as an attribute"
        )
    }
}

/// A collection that a relationship to many can be.
private protocol CountedMembers {
    static var keyPaths: (count: AnyKeyPath, isEmpty: AnyKeyPath) { get }
}

extension Set: CountedMembers {
    fileprivate static var keyPaths: (count: AnyKeyPath, isEmpty: AnyKeyPath) { (\Self.count, \Self.isEmpty) }
}

extension Array: CountedMembers {
    fileprivate static var keyPaths: (count: AnyKeyPath, isEmpty: AnyKeyPath) { (\Self.count, \Self.isEmpty) }
}
