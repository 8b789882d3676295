/// A relationship that may refer to objects that it must not refer to in a new model: its class is another one, or some
/// of the subclasses are gone or have become something else.
package struct TargetChange: Sendable {
    /// The storage of the relationship.
    package enum Storage: Sendable {
        case column(String)
        case links(JoinTable)
    }

    /// The entity that has the relationship, in the new model.
    package let owner: EntitySchema
    /// The relationship in the new model.
    package let relationship: RelationshipSchema
    /// The class that it referred to, under its present name if it has one.
    package let former: String
    package let storage: Storage
    /// The entities that what it refers to may be of.
    package let targets: [String]

    /// True if the class is the same, so that what it referred to was dropped with a subclass or is of one that was.
    package var isOfSameClass: Bool { former == relationship.target }

    /// The change in words.
    package var description: String {
        let property = "\(owner.name).\(relationship.name)"
        return isOfSameClass
            ? "\(property) refers to \(relationship.target)"
            : "\(property) referred to \(former) and refers to \(relationship.target)"
    }
}

extension TargetChange {
    /// All of them in a new model, in which each entity is matched with an old one, or is new.
    package static func all(from old: [EntitySchema], to new: [EntitySchema], _ sources: [Int?]) -> [TargetChange] {
        // The present names of old entities.
        let names = Dictionary(
            uniqueKeysWithValues: zip(new, sources).compactMap { now, source in source.map { (old[$0].name, now.name) }
            })
        var tables: Set<String> = []
        return zip(new, sources).flatMap { owner, source in
            guard let source else { return [TargetChange]() }
            return matches(old[source], owner).compactMap { before, now in
                guard let storage = storage(before, now) else { return nil }
                if case .links(let table) = storage, !tables.insert(table.name).inserted { return nil }
                let (was, targets) = (family(before.target, old), family(now.target, new))
                let former = names[before.target] ?? before.target
                let isSame =
                    names[before.target] == now.target && was.allSatisfy { names[$0].map(targets.contains) ?? false }
                return isSame
                    ? nil
                    : TargetChange(owner: owner, relationship: now, former: former, storage: storage, targets: targets)
            }
        }
    }

    /// The relationships that an entity had before and has now.
    static func matches(
        _ old: EntitySchema, _ new: EntitySchema
    ) -> [(before: RelationshipSchema, now: RelationshipSchema)] {
        let matching = NameMatching(
            old: old.relationships.map(\.name),
            new: new.relationships.map { NameMatching.Name(name: $0.name, formerNames: $0.origin.formerNames) })
        return zip(new.relationships, matching.sources).compactMap { now, source in
            source.map { (old.relationships[$0], now) }
        }
    }

    /// Returns where both are kept; nil where the one is not kept as the other was, so that nothing is taken over.
    private static func storage(_ before: RelationshipSchema, _ now: RelationshipSchema) -> Storage? {
        if before.cardinality == .toOne, now.cardinality == .toOne { return .column(now.name) }
        guard before.side == .source, now.side == .source, let table = now.links else { return nil }
        return .links(table)
    }

    private static func family(_ name: String, _ entities: [EntitySchema]) -> [String] {
        [name] + (entities.first { $0.name == name }?.subentities ?? [])
    }
}
