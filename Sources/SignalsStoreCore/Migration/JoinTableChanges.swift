/// The join tables that a migration makes, drops, renames and reverses.
struct JoinTableChanges: Sendable {
    private(set) var steps: [MigrationPlan.Step] = []
    private(set) var differences: [MigrationPlan.Difference] = []

    // Renames come first: a new table may have the former name.
    init(from old: [EntitySchema], to new: [EntitySchema]) {
        let (before, after) = (Self.tables(of: old), Self.tables(of: new))
        let matching = NameMatching(old: before.map(\.table.name), new: after.map(Self.name))
        for (now, source) in zip(after, matching.sources) {
            guard let source, before[source].table.name != now.table.name else { continue }
            let isReversed = !Self.ownNames(now).contains(before[source].table.name)
            if isReversed { reverse(before[source], now) } else { rename(before[source], now) }
        }
        for (now, source) in zip(after, matching.sources) where source == nil {
            steps.append(.createLinks(now.table))
            note("\(now.owner.name).\(now.relationship.name) is not in the file")
        }
        for index in matching.unused {
            let dropped = before[index]
            steps.append(.dropLinks(dropped.table, of: dropped.owner, dropped.relationship.name))
            note("\(before[index].owner.name).\(before[index].relationship.name) is in the file only")
        }
    }

    private mutating func rename(_ old: Owned, _ new: Owned) {
        steps.append(.renameLinks(old.table, to: new.table))
        guard old.relationship.name != new.relationship.name else { return }
        note("\(new.owner.name).\(new.relationship.name) was named \(old.relationship.name)")
    }

    private mutating func reverse(_ old: Owned, _ new: Owned) {
        steps.append(.reverseLinks(old.table, to: new.table))
        let before = "\(old.owner.name).\(old.relationship.name)"
        note("\(new.owner.name).\(new.relationship.name) keeps the links of \(before), its inverse")
    }

    private mutating func note(_ description: String) {
        differences.append(MigrationPlan.Difference(description: description))
    }

    /// A table with the entity and the relationship that it is named after, and the inverses with theirs.
    private typealias Owned = (
        table: JoinTable, owner: EntitySchema, relationship: RelationshipSchema,
        inverses: [(EntitySchema, RelationshipSchema)]
    )

    /// The table's name, those it had while its entity or its relationship were called otherwise, and those that it had if
    /// it was the inverse's: which of the two keeps it depends on orders, and on which of them names the other.
    private static func name(_ owned: Owned) -> NameMatching.Name {
        let inverses = owned.inverses.flatMap { names(of: $0.1, in: $0.0) }
        return NameMatching.Name(name: owned.table.name, formerNames: ownNames(owned).dropFirst() + inverses)
    }

    private static func ownNames(_ owned: Owned) -> [String] { names(of: owned.relationship, in: owned.owner) }

    private static func names(of relationship: RelationshipSchema, in entity: EntitySchema) -> [String] {
        let relationships = [relationship.name] + relationship.origin.formerNames
        return ([entity.name] + entity.origin.formerNames).flatMap { entity in
            relationships.map { JoinTable.name(of: $0, in: entity) }
        }
    }

    // A subclass has the table of the class that declares the relationship.
    private static func tables(of entities: [EntitySchema]) -> [Owned] {
        var indexes: [String: Int] = [:]
        var found: [Owned] = []
        for entity in entities {
            for relationship in entity.relationships where relationship.side == .source {
                guard let table = relationship.links else { continue }
                let isDeclared = table.name == JoinTable.name(of: relationship.name, in: entity.name)
                if let index = indexes[table.name] {
                    if isDeclared { (found[index].owner, found[index].relationship) = (entity, relationship) }
                } else {
                    indexes[table.name] = found.count
                    found.append((table, entity, relationship, []))
                }
            }
        }
        for entity in entities {
            for relationship in entity.relationships where relationship.side == .target {
                guard let index = relationship.links.flatMap({ indexes[$0.name] }) else { continue }
                found[index].inverses.append((entity, relationship))
            }
        }
        return found
    }
}
