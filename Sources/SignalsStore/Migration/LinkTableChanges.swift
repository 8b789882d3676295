/// Which tables of links a migration makes, drops and renames.
struct LinkTableChanges: Sendable {
    private(set) var steps: [MigrationPlan.Step] = []
    private(set) var differences: [MigrationPlan.Difference] = []

    // What is renamed makes place first: a new table may have the former name.
    init(from old: [EntitySchema], to new: [EntitySchema]) {
        let (before, after) = (Self.tables(of: old), Self.tables(of: new))
        let matching = NameMatching(old: before.map(\.table.name), new: after.map(Self.name))
        for (now, source) in zip(after, matching.sources) {
            guard let source, before[source].table.name != now.table.name else { continue }
            rename(before[source], now)
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

    private mutating func note(_ description: String) {
        differences.append(MigrationPlan.Difference(description: description))
    }

    /// A table with the entity and the relationship that it is named after.
    private typealias Owned = (table: LinkTable, owner: EntitySchema, relationship: RelationshipSchema)

    /// The table's name, and those it had while its entity or its relationship were called otherwise.
    private static func name(_ owned: Owned) -> NameMatching.Name {
        let entities = [owned.owner.name] + owned.owner.origin.formerNames
        let relationships = [owned.relationship.name] + owned.relationship.origin.formerNames
        let names = entities.flatMap { entity in relationships.map { LinkTable.name(of: $0, in: entity) } }
        return NameMatching.Name(name: owned.table.name, formerNames: Array(names.dropFirst()))
    }

    // A subclass has the table of the class that declares the relationship.
    private static func tables(of entities: [EntitySchema]) -> [Owned] {
        var places: [String: Int] = [:]
        var found: [Owned] = []
        for entity in entities {
            for relationship in entity.relationships where relationship.side == .source {
                guard let table = relationship.links else { continue }
                let isDeclared = table.name == LinkTable.name(of: relationship.name, in: entity.name)
                if let place = places[table.name] {
                    if isDeclared { found[place] = (table, entity, relationship) }
                } else {
                    places[table.name] = found.count
                    found.append((table, entity, relationship))
                }
            }
        }
        return found
    }
}
