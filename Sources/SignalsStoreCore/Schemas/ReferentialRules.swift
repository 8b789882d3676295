/// The rules that the relationships of a model set for a store's rows: the columns and join tables that refer to
/// entities, and their treatment when a row is deleted.
package struct ReferentialRules: Sendable {
    /// A column that refers to rows of an entity.
    package struct Reference: Sendable {
        package let holder: EntitySchema
        package let column: Int
        package let isRequired: Bool
        /// The rule of the inverse relationship.
        package let rule: DeleteRule
        /// The relationship whose rule it is, for messages.
        let ruler: (entity: String, relationship: String)
        /// The entities that the rows referred to can be of.
        package let targets: [EntitySchema]

        package var name: String { holder.attributes[column].name }

        /// The column that keeps the position of a row in the list of what it refers to; nil where there is no order.
        var positionColumn: Int? { holder.column(EntitySchema.positionPrefix + name) }
    }

    /// One end of a one-to-one, and the other one, for each class that has it.
    struct Pair: Sendable {
        let reference: Reference
        let inverses: [Reference]
    }

    /// A side of a join table that has rows of an entity.
    package struct Links: Sendable {
        package let table: JoinTable
        package let side: JoinTable.Side
        package let rule: DeleteRule
        let ruler: (entity: String, relationship: String)
        /// The entities that the rows on the other side can be of.
        package let others: [EntitySchema]
    }

    /// By the name of the entity that is referred to.
    package private(set) var referring: [String: [Reference]] = [:]
    /// By the name of the entity that refers, those of its columns whose own rule concerns what they refer to.
    private(set) var owning: [String: [Reference]] = [:]
    /// By the name of the entity that refers, all its columns.
    package private(set) var references: [String: [Reference]] = [:]
    /// By the name of the entity that refers, those of its columns that are ends of one-to-ones.
    private(set) var pairs: [String: [Pair]] = [:]
    package private(set) var links: [String: [Links]] = [:]
    /// By the name of a join table, the entities that the rows on its sides can be of.
    package private(set) var ends: [String: (sources: [EntitySchema], targets: [EntitySchema])] = [:]
    /// By the name of an entity, the other entities of its family whose rows a unique attribute is compared with.
    private(set) var relatives: [String: [Relative]] = [:]

    /// An entity that shares a unique attribute, or several that are unique together, with another, since both inherited
    /// them.
    struct Relative: Sendable {
        let entity: EntitySchema
        let attributes: [AttributeSchema]
    }

    package init(_ entities: [EntitySchema]) {
        let schemas = Dictionary(uniqueKeysWithValues: entities.map { ($0.name, $0) })
        for entity in entities { addRelatives(of: entity, schemas) }
        for entity in entities {
            for relationship in entity.relationships {
                let names = [relationship.target] + (schemas[relationship.target]?.subentities ?? [])
                let targets = names.compactMap { schemas[$0] }
                if relationship.cardinality == .toOne {
                    add(relationship, of: entity, targets)
                } else {
                    addLinks(relationship, of: entity, targets)
                }
            }
        }
        pairs = references.compactMapValues { references in
            let pairs = references.map { Pair(reference: $0, inverses: inverses(of: $0)) }.filter {
                !$0.inverses.isEmpty
            }
            return pairs.isEmpty ? nil : pairs
        }
    }

    private mutating func add(_ relationship: RelationshipSchema, of entity: EntitySchema, _ targets: [EntitySchema]) {
        guard let column = entity.attributes.firstIndex(where: { $0.name == relationship.name }) else { return }
        let inverse = targets.first?.relationships.first { $0.name == relationship.inverse }
        let reference = Reference(
            holder: entity, column: column, isRequired: relationship.isRequired, rule: inverse?.deleteRule ?? .nullify,
            ruler: (relationship.target, relationship.inverse ?? "\(entity.name).\(relationship.name)"),
            targets: targets)
        references[entity.name, default: []].append(reference)
        for target in targets { referring[target.name, default: []].append(reference) }
        guard relationship.deleteRule == .cascade || relationship.deleteRule == .deny else { return }
        owning[entity.name, default: []].append(
            Reference(
                holder: entity, column: column, isRequired: relationship.isRequired, rule: relationship.deleteRule,
                ruler: (entity.name, relationship.name), targets: targets))
    }

    private mutating func addLinks(
        _ relationship: RelationshipSchema, of entity: EntitySchema, _ targets: [EntitySchema]
    ) {
        guard let table = relationship.links, let side = relationship.side else { return }
        let ruler = (entity: entity.name, relationship: relationship.name)
        links[entity.name, default: []].append(
            Links(table: table, side: side, rule: relationship.deleteRule, ruler: ruler, others: targets))
        var known = ends[table.name] ?? ([], [])
        let (own, others) = ([entity], targets)
        for source in side == .source ? own : others where !known.sources.contains(where: { $0.name == source.name }) {
            known.sources.append(source)
        }
        for target in side == .source ? others : own where !known.targets.contains(where: { $0.name == target.name }) {
            known.targets.append(target)
        }
        ends[table.name] = known
        guard relationship.inverse == nil else { return }
        for target in targets {
            links[target.name, default: []].append(
                Links(table: table, side: side.opposite, rule: .nullify, ruler: ruler, others: [entity]))
        }
    }

    // A value that is unique in a class is unique in its subclasses too, each of which has a table of its own.
    private mutating func addRelatives(of entity: EntitySchema, _ schemas: [String: EntitySchema]) {
        let family = [entity] + entity.subentities.compactMap { schemas[$0] }
        guard family.count > 1 else { return }
        let sets =
            entity.attributes.filter(\.isUnique).map { [$0] }
            + entity.uniqueColumns.map { $0.map { entity.attributes[$0] } }
        for attributes in sets {
            for member in family {
                for other in family where other.name != member.name {
                    let isKnown = relatives[member.name]?.contains {
                        $0.entity.name == other.name && $0.attributes.map(\.name) == attributes.map(\.name)
                    }
                    if isKnown == true { continue }
                    relatives[member.name, default: []].append(Relative(entity: other, attributes: attributes))
                }
            }
        }
    }

    /// The references at the other end of a one-to-one, one for each class that has it; none of any other reference.
    package func inverses(of reference: Reference) -> [Reference] {
        let name = reference.holder.relationships.first { $0.name == reference.name }?.inverse
        return (referring[reference.holder.name] ?? []).filter { other in
            other.name == name && reference.targets.contains { $0.name == other.holder.name }
        }
    }

    package func concerns(_ entity: EntitySchema) -> Bool {
        references[entity.name] != nil || relatives[entity.name] != nil
    }

    /// True if rows of other entities may not have the unique values of this one's.
    package func sharesUniqueValues(_ entity: EntitySchema) -> Bool { relatives[entity.name] != nil }

    func concernsDeletion(of name: String) -> Bool {
        referring[name] != nil || links[name] != nil || owning[name] != nil
    }

    /// True if there are no relationships, and no unique attributes that entities share.
    package var isEmpty: Bool { referring.isEmpty && references.isEmpty && links.isEmpty && relatives.isEmpty }
}
