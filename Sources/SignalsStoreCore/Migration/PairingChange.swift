/// A one-to-one of a new model that was none in the old one: what one end refers to has to refer back, and that to one.
package struct PairingChange: Sendable {
    /// One end: a column of the tables of an entity and of its subentities.
    package struct End: Sendable, Hashable {
        let entity: EntitySchema
        package let relationship: RelationshipSchema

        var words: String { "\(entity.name).\(relationship.name)" }

        package var tables: [String] { [entity.name] + entity.subentities }
    }

    package let first: End
    package let second: End

    /// The change in words.
    package var description: String { "\(first.words) and \(second.words) are one-to-one" }

    /// Returns the obstacle of what refers to an object that refers to another one, or that several refer to.
    ///
    /// - Parameter pairs: the numbers of objects and of what they refer to, those of the first end before those of the
    ///   second.
    package func obstacle(_ pairs: [[(source: Int64, target: Int64)]]) -> String? {
        let names = zip([first, second], pairs).flatMap { end, pairs in
            pairs.map { "\(end.entity.name)/\($0.source) refers to \(end.relationship.target)/\($0.target)" }
        }
        if names.isEmpty { return nil }
        let list = names.prefix(MigrationObstacle.namedObjects).listed(of: names.count)
        return "\(description): \(list). Each may refer to one that refers to no other: end the others before, or give "
            + "a relationship another name to begin with none"
    }
}

extension PairingChange {
    /// All of them in a new model, in which each entity is matched with an old one, or is new.
    package static func all(from old: [EntitySchema], to new: [EntitySchema], _ sources: [Int?]) -> [PairingChange] {
        let former = Dictionary(
            uniqueKeysWithValues: zip(new, sources).compactMap { now, source in source.map { (now.name, old[$0]) } })
        var found: Set<End> = []
        return new.flatMap { entity in
            entity.relationships.compactMap { relationship -> PairingChange? in
                let first = End(entity: entity, relationship: relationship)
                // Subclasses have it too; the class that has it itself is the one that the inverse refers to.
                guard relationship.cardinality == .toOne, let second = first.inverse(in: new), !found.contains(second)
                else { return nil }
                found.insert(first)
                let (was, inverse) = (first.former(in: former), second.former(in: former))
                if was == nil && inverse == nil { return nil }
                if let was, let inverse, was.inverse(in: old) == inverse { return nil }
                return PairingChange(first: first, second: second)
            }
        }
    }
}

extension PairingChange.End {
    /// Returns the other end of a one-to-one; nil where it is none.
    fileprivate func inverse(in entities: [EntitySchema]) -> PairingChange.End? {
        guard let entity = entities.first(where: { $0.name == relationship.target }),
            let inverse = entity.relationships.first(where: { $0.name == relationship.inverse }),
            inverse.cardinality == .toOne, inverse.target == self.entity.name
        else { return nil }
        return PairingChange.End(entity: entity, relationship: inverse)
    }

    /// Returns the to-one that its column is made of; nil where that is new.
    fileprivate func former(in entities: [String: EntitySchema]) -> PairingChange.End? {
        guard let former = entities[entity.name],
            let match = TargetChange.matches(former, entity).first(where: { $0.now == relationship }),
            match.before.cardinality == .toOne
        else { return nil }
        return PairingChange.End(entity: former, relationship: match.before)
    }
}
