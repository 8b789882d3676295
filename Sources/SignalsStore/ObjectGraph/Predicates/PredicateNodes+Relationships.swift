import Foundation

/// A node that stands for an object.
protocol ObjectNode {
    /// The object, or nil if it is not a stored one.
    func object(by translator: PredicateTranslator) throws -> ObjectReference?
}

/// A node that stands for the members of a relationship to many.
protocol MembersNode {
    /// The members, or nil when it stands for something else.
    func members(by translator: PredicateTranslator) throws -> MembersReference?
}

extension PredicateExpressions.KeyPath: ObjectNode, MembersNode {
    func object(by translator: PredicateTranslator) throws -> ObjectReference? {
        guard let relationship = try relationship(by: translator), let column = relationship.found.column else {
            return nil
        }
        let attribute = QueryExpression(.attribute(column, of: relationship.row), .reference, isOptional: true)
        return ObjectReference(
            number: relationship.root.map { .related($0, row: relationship.row, attribute) } ?? attribute,
            entity: relationship.found.target)
    }

    func members(by translator: PredicateTranslator) throws -> MembersReference? {
        guard let relationship = try relationship(by: translator), !relationship.found.isToOne else { return nil }
        let owner = relationship.root?.number ?? QueryExpression(.objectID(of: relationship.row), .integer64)
        return MembersReference(owner: owner, relationship: relationship.found)
    }

    /// The relationship that the key path reads, and the row that has it, which is that of another object where there is
    /// a root.
    private func relationship(
        by translator: PredicateTranslator
    ) throws -> (row: QueryRow, root: ObjectReference?, found: RelationshipDescription)? {
        if let root = root as? any VariableNode {
            guard case .row(let row, let entity) = translator.scope[root.variable],
                case .relationship(let index) = entity.target(of: keyPath)
            else { return nil }
            return (row, nil, entity.relationships[index])
        }
        guard let root = try translator.object(root), case .relationship(let index) = root.entity.target(of: keyPath)
        else { return nil }
        return (translator.scope.nextRow, root, root.entity.relationships[index])
    }
}

extension PredicateExpressions.ForcedUnwrap: ObjectNode {
    func object(by translator: PredicateTranslator) throws -> ObjectReference? {
        guard let object = try translator.object(inner) else { return nil }
        return ObjectReference(number: QueryExpression(.unwrap(object.number), .reference), entity: object.entity)
    }
}

extension PredicateExpressions.OptionalFlatMap: ObjectNode {
    func object(by translator: PredicateTranslator) throws -> ObjectReference? {
        guard let outer = try translator.object(wrapped) else { return nil }
        let row = translator.scope.nextRow
        guard let inner = try translator.within(outer, as: row, variable.key).object(transform) else { return nil }
        return ObjectReference(number: .related(outer, row: row, inner.number), entity: inner.entity)
    }
}

extension PredicateExpressions.Filter: MembersNode {
    func members(by translator: PredicateTranslator) throws -> MembersReference? {
        guard var members = try translator.members(sequence), members.filter == nil else { return nil }
        members.filter = (filter, variable.key)
        return members
    }
}

extension PredicateTranslator {
    func object(_ node: Any) throws -> ObjectReference? { try (node as? any ObjectNode)?.object(by: self) }

    func members(_ node: Any) throws -> MembersReference? { try (node as? any MembersNode)?.members(by: self) }

    /// The translator of a closure whose variable is an object.
    func within(
        _ object: ObjectReference, as row: QueryRow, _ variable: PredicateExpressions.VariableID
    ) -> PredicateTranslator {
        PredicateTranslator(store: store, scope: scope.adding(variable, .row(row, object.entity)))
    }

    /// Returns what a closure gives for an object, or nil where there is no object.
    func translate(
        _ transform: Any, of object: ObjectReference, _ variable: PredicateExpressions.VariableID
    ) throws -> QueryExpression {
        let row = scope.nextRow
        return .related(object, row: row, try within(object, as: row, variable).translate(transform))
    }

    /// Returns what a key path reads of an object that another node stands for.
    func property(_ keyPath: AnyKeyPath, of object: ObjectReference, in node: Any) throws -> QueryExpression {
        let row = scope.nextRow
        return .related(object, row: row, try attribute(at: keyPath, of: row, object.entity, in: node))
    }

    /// The condition that any member satisfies a test.
    func contains(
        _ members: MembersReference, where test: Any, _ variable: PredicateExpressions.VariableID,
        isNegated: Bool = false
    ) throws -> QueryExpression {
        let condition = try translate(test, where: variable, is: .row(scope.nextRow, members.relationship.target))
        return try exists(members, [isNegated ? .boolean(.not(condition)) : condition])
    }

    /// The condition that there is any member for which all conditions hold.
    func exists(_ members: MembersReference, _ conditions: [QueryExpression] = []) throws -> QueryExpression {
        let conditions = try filter(members).map { [$0] + conditions } ?? conditions
        return .boolean(.exists(rows(members), conditions.isEmpty ? nil : .all(conditions[...])))
    }

    /// Returns the number of members.
    func count(_ members: MembersReference) throws -> QueryExpression {
        QueryExpression(.countRows(rows(members), try filter(members)), .integer64)
    }

    private func rows(_ members: MembersReference) -> RelatedRows {
        let relationship = members.relationship
        let path: RelatedRows.Path =
            switch relationship.storage {
            case .inverseColumn(let column), .column(let column): .column(column)
            case .links(let table, let side): .links(table, side)
            }
        return RelatedRows(
            row: scope.nextRow, entity: relationship.target.makeSchema(), path: path, owner: members.owner)
    }

    private func filter(_ members: MembersReference) throws -> QueryExpression? {
        guard let filter = members.filter else { return nil }
        return try translate(
            filter.test, where: filter.variable, is: .row(scope.nextRow, members.relationship.target))
    }
}

extension QueryExpression {
    /// Returns what is computed from the row that an object is; nil where there is none.
    static func related(_ object: ObjectReference, row: QueryRow, _ value: QueryExpression) -> QueryExpression {
        // The number is that of the reference, whether its row is read or not.
        if case .objectID(row) = value.node { return QueryExpression(object.number.node, .reference, isOptional: true) }
        return QueryExpression(
            .related(object.number, row, object.entity.makeSchema(), value), value.type, isOptional: true)
    }
}
