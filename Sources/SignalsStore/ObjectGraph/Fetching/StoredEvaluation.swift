import Foundation

/// The stored part of a request that the store cannot translate: rows are read, and judged as objects.
struct StoredEvaluation<Object: ManagedObject> {
    let request: FetchRequest<Object>
    let entity: EntityDescription
    let store: StoreNumbers

    /// Rows that may be found: all that the translatable parts of the condition do not exclude.
    func query(_ schema: EntitySchema) -> Query {
        var query = Query(entity: schema)
        if !request.includesSubentities { query.entity.subentities = [] }
        query.condition = request.predicate.flatMap { PredicateTranslator.part(of: $0, entity, store: store) }
        if let matches = try? request.searchCondition?.translate(entity, store) {
            query.condition = query.condition.map { .boolean(.and(matches, $0)) } ?? matches
        }
        return query
    }

    /// True if an object is one of those that are asked for.
    func holds(for object: Object) throws -> Bool { try request.allConditions?.matches(object) ?? true }

    /// True if a row is one of those that are asked for, by what the store holds.
    func holds(for object: Object, _ row: RowPage.Row) throws -> Bool {
        guard let conditions = request.allConditions else { return true }
        if !object.hasChanges { return try conditions.matches(object) }
        let stored = Prototype(entity)
        for attribute in entity.attributes where attribute.type != .reference {
            try attribute.assign(row.value(at: attribute.index), in: stored.object)
        }
        return try withExtendedLifetime(stored) { try conditions.matches(stored.object) }
    }

    /// The objects in their order, with the request's offset and limit.
    func slice(_ found: [Object]) throws -> [Object] {
        let sorted = try request.objectOrder(entity).sorted(found)
        return Array(sorted.dropFirst(max(0, request.fetchOffset)).prefix(max(0, request.fetchLimit ?? found.count)))
    }
}

/// Both sides of an `&&`.
private protocol ConjunctionNode {
    var sides: (Any, Any) { get }
}

extension PredicateExpressions.Conjunction: ConjunctionNode {
    fileprivate var sides: (Any, Any) { (lhs, rhs) }
}

extension PredicateTranslator {
    /// Returns what can be translated of the sides of a predicate's `&&`, which excludes no object that the predicate
    /// would find; nil when that is nothing. What can fail is left out: another side may keep it from being evaluated.
    static func part<Object>(
        of predicate: Predicate<Object>, _ entity: EntityDescription, store: StoreNumbers
    ) -> QueryExpression? {
        let scope = PredicateScope(object: predicate.variable.key, of: entity)
        return PredicateTranslator(store: store, scope: scope).part(of: predicate.expression)
    }

    private func part(of node: Any) -> QueryExpression? {
        guard let conjunction = node as? any ConjunctionNode else {
            guard let condition = try? translate(node), !condition.canFail else { return nil }
            return condition
        }
        let (left, right) = (part(of: conjunction.sides.0), part(of: conjunction.sides.1))
        guard let left, let right else { return left ?? right }
        return .boolean(.and(left, right))
    }
}
