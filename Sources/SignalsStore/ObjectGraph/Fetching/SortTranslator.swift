import Foundation

/// The translator of a sort descriptor into a store's order.
enum SortTranslator {
    static func order<Object>(_ descriptor: SortDescriptor<Object>, _ entity: EntityDescription) throws -> QueryOrder {
        var steps: [QueryOrder.Step] = []
        guard let keyPath = descriptor.keyPath, let target = entity.target(of: keyPath),
            let attribute = follow(target, from: entity, &steps)
        else {
            throw FetchError.unsortable(
                entityName: entity.name,
                reason:
                    "\(descriptor.keyPath.map { PredicatePrinter.propertyName(of: $0) } ?? "a property") is not a stored "
                    + "attribute, or a path to one over relationships to one object. Sort what was fetched instead")
        }
        guard StandardOrder.isKept(of: attribute.access.valueType) else {
            throw FetchError.unsortable(
                entityName: entity.name,
                reason: "\(attribute.name) is of a type with an order of its own, which the store does not know. "
                    + "Keep what orders it as an attribute, or sort what was fetched")
        }
        return QueryOrder(
            path: steps, attribute: attribute.index, isAscending: descriptor.order == .forward,
            textOrder: try textOrder(descriptor, entity))
    }

    /// The attribute at the end of a path, through relationships to one.
    private static func follow(
        _ target: KeyPathTarget, from entity: EntityDescription, _ steps: inout [QueryOrder.Step]
    ) -> AttributeDescription? {
        switch target {
        case .attribute(let index): return entity.attributes[index]
        case .related(let index, let rest):
            let relationship = entity.relationships[index]
            guard let column = relationship.column else { return nil }
            steps.append(QueryOrder.Step(column: column, target: relationship.target.makeSchema()))
            return follow(rest, from: relationship.target, &steps)
        case .objectID, .relationship: return nil
        }
    }

    private static func textOrder<Object>(
        _ descriptor: SortDescriptor<Object>, _ entity: EntityDescription
    ) throws -> TextOrder {
        if let collation = descriptor.keyPath.flatMap(AttributeProbe(entity).collation) {
            guard !collation.isKnown else { return .collated(collation) }
            throw FetchError.unsortable(
                entityName: entity.name,
                reason:
                    "the locale \(collation.identifier.debugDescription) is not known. Name one by its language, as "
                    + "\"de\", or by language and region, as \"sv_SE\"")
        }
        guard var comparator = descriptor.stringComparator else { return .swift }
        comparator.order = .forward
        #if !canImport(Darwin)
            // Foundation's own code for these systems compares as Swift does.
            if comparator == .lexical { return .swift }
        #endif
        if let order = TextOrder.standard.first(where: { $0.comparator == comparator }) { return order }
        throw FetchError.unsortable(
            entityName: entity.name,
            reason:
                "the string comparator of \(descriptor.keyPath.map { PredicatePrinter.propertyName(of: $0) } ?? "a property") is "
                + "not a standard one. Sort what was fetched instead")
    }
}
