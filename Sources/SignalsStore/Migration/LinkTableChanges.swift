/// Which tables of links a migration makes, drops and renames.
struct LinkTableChanges: Sendable {
    private(set) var steps: [MigrationPlan.Step] = []
    private(set) var differences: [MigrationPlan.Difference] = []

    init(from old: [EntitySchema], to new: [EntitySchema]) {
        let (before, after) = (Self.tables(of: old), Self.tables(of: new))
        var unused = before.filter { table in !after.contains { $0.table.name == table.table.name } }
        for (table, owner, relationship) in after where !before.contains(where: { $0.table.name == table.name }) {
            let formerNames = owner.origin.formerNames.map { LinkTable.name(of: relationship, in: $0) }
            if let index = unused.firstIndex(where: { formerNames.contains($0.table.name) }) {
                steps.append(.renameLinks(unused.remove(at: index).table, to: table))
            } else {
                steps.append(.createLinks(table))
                note("\(owner.name).\(relationship) is not in the file")
            }
        }
        for (table, owner, relationship) in unused {
            steps.append(.dropLinks(table))
            note("\(owner.name).\(relationship) is in the file only")
        }
    }

    private mutating func note(_ description: String) {
        differences.append(MigrationPlan.Difference(description: description))
    }

    private typealias Owned = (table: LinkTable, owner: EntitySchema, relationship: String)

    private static func tables(of entities: [EntitySchema]) -> [Owned] {
        var names: Set<String> = []
        var found: [Owned] = []
        for entity in entities {
            for relationship in entity.relationships where relationship.side == .source {
                guard let table = relationship.links, names.insert(table.name).inserted else { continue }
                found.append((table, entity, relationship.name))
            }
        }
        return found
    }
}
