import Foundation

/// The order of a request for objects in memory: that of the store, by the stored forms of the objects' present values.
///
/// Swift's own `<` differs from it for NaN, which it does not order, and for texts with a few signs that it does not
/// bring into a normal form (see `NormalForm`).
///
/// It is not generic, and sorts indexes: what is generic over a class is not specialised, and each comparison would ask
/// the runtime for types.
struct ObjectOrder {
    private enum Term {
        case stored(path: [RelationshipDescription], attribute: Int, AttributeType, TextOrder)
        case relevance(TextSearch, of: ManagedObject.Type)
        /// An order that the store does not keep.
        case inMemory((ManagedObject, ManagedObject) -> ComparisonResult)
    }

    private let terms: [(term: Term, isAscending: Bool)]

    init<Object: ManagedObject>(_ request: FetchRequest<Object>, of entity: EntityDescription) {
        if request.sortDescriptors.isEmpty, let search = request.textSearch {
            terms = [(.relevance(search, of: Object.self), false)]
            return
        }
        terms = request.sortDescriptors.map { descriptor in
            guard let order = try? SortTranslator.order(descriptor, entity), let index = order.attribute else {
                return (.inMemory { descriptor.compare(anyOf: $0, $1) }, true)
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

    /// - Parameter objects: objects of the request's class.
    func sorted<Object: ManagedObject>(_ objects: [Object]) throws -> [Object] {
        try indexesInOrder(objects).map { objects[$0] }
    }

    /// Returns objects in order, with others in their places among them.
    ///
    /// - Parameters:
    ///   - objects: objects of the request's class, which are in this order, and of which few are looked at.
    ///   - others: others, in any order.
    func merged<Object: ManagedObject>(_ objects: [Object], with others: [Object]) throws -> [Object] {
        // One by one, each would be compared with most of them.
        if others.count > objects.count / 16 { return try sorted(objects + others) }
        return try merged(objects, with: others, object: { $0 }, element: { $0 })
    }

    /// The same of what stands for the objects.
    ///
    /// - Parameters:
    ///   - object: the object that an element stands for, which is asked for where it is looked at.
    ///   - element: what stands for another.
    func merged<Element, Object: ManagedObject>(
        _ elements: [Element], with others: [Object], object: (Element) throws -> Object, element: (Object) -> Element
    ) throws -> [Element] {
        var merged: [Element] = []
        merged.reserveCapacity(elements.count + others.count)
        var start = 0
        for other in try sorted(others) {
            var (first, end) = (start, elements.count)
            while first < end {
                let middle = (first + end) / 2
                let isFirst = try sorted([object(elements[middle]), other])[1] === other
                if isFirst { first = middle + 1 } else { end = middle }
            }
            merged += elements[start..<first]
            merged.append(element(other))
            start = first
        }
        return merged + elements[start...]
    }

    private func indexesInOrder(_ objects: [ManagedObject]) throws -> [Int] {
        let numbers = objects.map(\.number)
        if terms.isEmpty { return numbers.indices.sorted { numbers[$0] < numbers[$1] } }
        let width = terms.count
        var keys: [ComparedValue] = []
        keys.reserveCapacity(objects.count * width)
        for object in objects {
            for index in terms.indices { keys.append(try key(of: object, terms[index].term)) }
        }
        return objects.indices.sorted { left, right in
            for index in 0..<width {
                let isAscending = terms[index].isAscending
                let order =
                    if case .inMemory(let compare) = terms[index].term {
                        compare(objects[left], objects[right])
                    } else {
                        compare(keys[left * width + index], keys[right * width + index], terms[index].term)
                    }
                if order != .orderedSame { return (order == .orderedAscending) == isAscending }
            }
            return numbers[left] < numbers[right]
        }
    }

    private func key(of object: ManagedObject, _ term: Term) throws -> ComparedValue {
        switch term {
        case .inMemory: return .null
        case .relevance(let search, let type):
            let relevance = try object.search(search, as: type).relevance(object.storedValue)
            return ComparedValue(relevance, as: .double)
        case .stored(let path, let attribute, let type, _):
            guard let owner = try end(of: path, from: object) else { return .null }
            // A value that cannot be encoded is not in any store.
            let value = try? owner.entity.attributes[attribute].storedValue(in: owner)
            return ComparedValue(value ?? .null, as: type)
        }
    }

    /// The object at the end of relationships to one; nil where one of them refers to nothing.
    private func end(of path: [RelationshipDescription], from object: ManagedObject) throws -> ManagedObject? {
        var owner = object
        for step in path {
            // Of the object's own class: a subclass has the column at another index.
            let relationship = owner.entity.relationships[step.index]
            guard let context = owner.confinement.context else { return nil }
            try ObjectGraph(context: context).resolve(relationship, of: owner)
            guard let next = relationship.members(in: owner).first else { return nil }
            try context.load(next)
            owner = next
        }
        return owner
    }

    private func compare(_ left: ComparedValue, _ right: ComparedValue, _ term: Term) -> ComparisonResult {
        if case .stored(_, _, _, let textOrder) = term, case .text(let left) = left, case .text(let right) = right,
            let order = textOrder.compare(left, right)
        {
            return order
        }
        return left < right ? .orderedAscending : right < left ? .orderedDescending : .orderedSame
    }
}

extension SortDescriptor where Compared: ManagedObject {
    /// Compares two objects of its class.
    fileprivate func compare(anyOf left: ManagedObject, _ right: ManagedObject) -> ComparisonResult {
        guard let left = left as? Compared, let right = right as? Compared else { return .orderedSame }
        return compare(left, right)
    }
}
