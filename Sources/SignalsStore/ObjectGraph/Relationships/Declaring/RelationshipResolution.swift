/// The search for both ends of each relationship of a model, and for its storage.
///
/// A subclass keeps the indexes of the relationships that it inherits, so an index in the declaring class is one in each
/// of its subclasses.
struct RelationshipResolution {
    private struct Key: Hashable {
        let entity: Int
        let relationship: Int
    }

    private let shapes: [EntityShape]
    private let indexes: [ObjectIdentifier: Int]
    private var inverses: [Key: Key] = [:]

    /// Stops the program when two relationships do not fit together.
    init(_ shapes: [EntityShape]) {
        self.shapes = shapes
        indexes = Dictionary(uniqueKeysWithValues: shapes.enumerated().map { (ObjectIdentifier($1.type), $0) })
        for (index, shape) in shapes.enumerated() {
            for relationship in shape.relationships {
                let key = Key(entity: index, relationship: relationship.index)
                _ = target(of: key)
                if declaring(key) == key, let path = relationship.declaration.inverse { pair(key, path) }
            }
        }
        for key in inverses.keys { requireKeepable(key) }
    }

    /// The relationships of one class.
    func relationships(of entity: Int) -> [ResolvedRelationship] {
        shapes[entity].relationships.map { resolved(Key(entity: entity, relationship: $0.index)) }
    }

    private func shape(_ key: Key) -> RelationshipShape { shapes[key.entity].relationships[key.relationship] }

    private func name(_ key: Key) -> String { "\(shapes[key.entity].type).\(shape(key).name)" }

    /// The index of the target's class in the model.
    func target(of entity: Int, _ relationship: Int) -> Int {
        target(of: Key(entity: entity, relationship: relationship))
    }

    private func target(of key: Key) -> Int {
        let type = shape(key).access.targetType
        guard let index = indexes[ObjectIdentifier(type)] else {
            fatalError("\(name(key)) refers to \(type), which is not part of the model. Add \(type).self to it.")
        }
        return index
    }

    /// The same relationship of the class that declares it, as far as that is in the model.
    private func declaring(_ key: Key) -> Key {
        guard let superentity = shapes[key.entity].superentity,
            key.relationship < shapes[superentity].relationships.count
        else { return key }
        return declaring(Key(entity: superentity, relationship: key.relationship))
    }

    private mutating func pair(_ key: Key, _ path: AnyKeyPath) {
        let target = target(of: key)
        guard let index = shapes[target].relationship(at: path) else {
            fatalError("The inverse of \(name(key)) is not a relationship of \(shapes[target].type). Name one that is.")
        }
        let inverse = Key(entity: target, relationship: index)
        guard inverse != key else {
            fatalError("\(name(key)) names itself as its inverse. Leave the inverse out, and relate both objects.")
        }
        guard declaring(inverse) == inverse, self.target(of: inverse) == key.entity else {
            fatalError(
                "The inverse of \(name(key)), \(name(inverse)), refers to \(shape(inverse).access.targetType) and not "
                    + "back to \(shapes[key.entity].type). Name the inverse relationship.")
        }
        for (one, other) in [(key, inverse), (inverse, key)] {
            if let claimed = inverses.updateValue(other, forKey: one), claimed != other {
                fatalError(
                    "\(name(claimed)) and \(name(other)) both are the inverse of \(name(one)). A relationship has one.")
            }
        }
    }

    private func requireKeepable(_ key: Key) {
        guard let inverse = inverses[key], shape(key).access.cardinality == .ordered,
            shape(inverse).access.cardinality == .ordered
        else { return }
        fatalError("\(name(key)) and \(name(inverse)) are each other's inverse and both ordered. Make one a Set.")
    }

    private func resolved(_ key: Key) -> ResolvedRelationship {
        let declared = declaring(key)
        let inverse = inverses[declared]
        var resolved = ResolvedRelationship(storage: storage(key, declared, inverse), inverse: inverse?.relationship)
        if case .column = resolved.storage, let inverse, shape(inverse).access.cardinality == .ordered {
            let shape = shapes[key.entity]
            let ordered = shape.toOnes.filter { isOrdered(Key(entity: key.entity, relationship: $0.index)) }
            resolved.positionColumn =
                shape.attributes.count + shape.toOnes.count
                + ordered.firstIndex { $0.index == key.relationship }!
        }
        return resolved
    }

    /// True if the inverse of a to-one has an order.
    private func isOrdered(_ key: Key) -> Bool {
        inverses[declaring(key)].map { shape($0).access.cardinality == .ordered } ?? false
    }

    private func storage(_ key: Key, _ declared: Key, _ inverse: Key?) -> RelationshipDescription.Storage {
        if shape(key).access.cardinality == .toOne { return .column(column(key)) }
        guard let inverse else { return .links(links(declared), .source) }
        switch shape(inverse).access.cardinality {
        case .toOne: return .inverseColumn(column(inverse))
        case .ordered: return .links(links(inverse), .target)
        case .toMany:
            let isSource = shape(key).access.cardinality == .ordered || shape(declared).declaration.inverse != nil
            return isSource ? .links(links(declared), .source) : .links(links(inverse), .target)
        }
    }

    private func column(_ key: Key) -> Int {
        let shape = shapes[key.entity]
        return shape.attributes.count + shape.toOnes.firstIndex { $0.index == key.relationship }!
    }

    private func links(_ key: Key) -> JoinTable {
        JoinTable(
            name: JoinTable.name(of: shape(key).name, in: "\(shapes[key.entity].type)"),
            isOrdered: shape(key).access.cardinality == .ordered)
    }
}
