import Foundation

/// The order of a request for objects in memory: that of the store, by the stored forms of the objects' present values.
///
/// Swift's own `<` differs from it for NaN, which it does not order, and for texts with a few signs that it does not
/// bring into a normal form (see `NormalForm`).
struct ObjectOrder<Object: ManagedObject> {
    private enum Term {
        case stored(path: [RelationshipDescription], attribute: Int, AttributeType, TextOrder)
        case relevance(TextSearch)
        /// An order that the store does not keep.
        case inMemory(SortDescriptor<Object>)
    }

    private typealias Keyed = (object: Object, keys: [ComparedValue])

    private let terms: [(term: Term, isAscending: Bool)]

    init(_ request: FetchRequest<Object>, of entity: EntityDescription) {
        if request.sortDescriptors.isEmpty, let search = request.textSearch {
            terms = [(.relevance(search), false)]
            return
        }
        terms = request.sortDescriptors.map { descriptor in
            guard let order = try? SortTranslator.order(descriptor, entity), let index = order.attribute else {
                return (.inMemory(descriptor), true)
            }
            var path: [RelationshipDescription] = []
            for step in order.path {
                path += (path.last?.target ?? entity).relationships.filter { $0.column == step.column }
            }
            let attribute = (path.last?.target ?? entity).attributes[index]
            return (
                .stored(path: path, attribute: index, attribute.type, order.textOrder),
                order.isAscending
            )
        }
    }

    func sorted(_ objects: [Object]) throws -> [Object] {
        if terms.isEmpty { return objects.sorted { $0.number < $1.number } }
        let keyed: [Keyed] = try objects.map { object in (object, try terms.map { try key(of: object, $0.term) }) }
        return keyed.sorted(by: isBefore).map(\.object)
    }

    private func key(of object: Object, _ term: Term) throws -> ComparedValue {
        if case .relevance(let search) = term {
            let relevance = try object.search(search, as: Object.self).relevance(object.storedValue)
            return ComparedValue(relevance, as: .double)
        }
        guard case .stored(let path, let attribute, let type, _) = term else { return .null }
        var owner: ManagedObject = object
        for step in path {
            // Of the object's own class: a subclass has the column at another index.
            let relationship = owner.entity.relationships[step.index]
            guard let context = owner.confinement.context else { return .null }
            try ObjectGraph(context: context).resolve(relationship, of: owner)
            guard let next = relationship.members(in: owner).first else { return .null }
            try context.load(next)
            owner = next
        }
        // A value that cannot be encoded is not in any store.
        let value = try? owner.entity.attributes[attribute].storedValue(in: owner)
        return ComparedValue(value ?? .null, as: type)
    }

    private func isBefore(_ left: Keyed, _ right: Keyed) -> Bool {
        for (index, (term, isAscending)) in terms.enumerated() {
            switch compare(left, right, index, term) {
            case .orderedAscending: return isAscending
            case .orderedDescending: return !isAscending
            case .orderedSame: continue
            }
        }
        return left.object.number < right.object.number
    }

    private func compare(_ left: Keyed, _ right: Keyed, _ index: Int, _ term: Term) -> ComparisonResult {
        if case .inMemory(let descriptor) = term { return descriptor.compare(left.object, right.object) }
        let (first, second) = (left.keys[index], right.keys[index])
        if case .stored(_, _, _, let textOrder) = term, case .text(let left) = first, case .text(let right) = second,
            let order = textOrder.compare(left, right)
        {
            return order
        }
        return first < second ? .orderedAscending : second < first ? .orderedDescending : .orderedSame
    }
}
