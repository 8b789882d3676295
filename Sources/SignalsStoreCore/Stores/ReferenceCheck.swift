import Foundation

/// The check of what rows are to each other: references to missing rows, in columns and in join tables, one-to-ones whose
/// ends disagree, and unique values that rows of two classes share.
package struct ReferenceCheck {
    /// A column whose values are numbers of rows.
    package enum Column {
        case reference(entityName: String, relationshipName: String)
        case link(JoinTable, JoinTable.Side)
        /// One end of a one-to-one, with the column of the other.
        case end(entityName: String, relationshipName: String, inverseName: String)
        /// Columns whose values, none of them nil, a row of another entity may not have too.
        case unique(entityName: String, columnNames: [String])
    }

    /// A row, or the source of a link, and what it refers to.
    package typealias Pair = (source: Int64, target: Int64)

    private let store: UUID
    private let entities: [EntitySchema]
    private let strayPairs: (Column, [String]) throws -> [Pair]

    /// - Parameter strayPairs: returns the pairs of which a column refers to no row of any of these entities, or as an
    ///   end to one of theirs that does not refer back, or shares a unique value with one of theirs, sorted.
    package init(
        store: UUID, entities: [EntitySchema], _ strayPairs: @escaping (Column, [String]) throws -> [Pair]
    ) {
        self.store = store
        self.entities = entities
        self.strayPairs = strayPairs
    }

    package func run() throws -> [IntegrityFinding] {
        var findings: [IntegrityFinding] = []
        var tables: Set<String> = []
        for entity in entities {
            for relationship in entity.relationships {
                if relationship.cardinality == .toOne { findings += try references(relationship, of: entity) }
                guard relationship.side == .source, let table = relationship.links,
                    tables.insert(table.name).inserted
                else { continue }
                findings += try links(relationship, table, of: entity)
            }
        }
        return try findings + sharedValues()
    }

    private func sharedValues() throws -> [IntegrityFinding] {
        let rules = ReferentialRules(entities)
        return try entities.flatMap { entity in
            // Each is a relative of the other.
            let others = (rules.relatives[entity.name] ?? []).filter { entity.name < $0.entity.name }
            return try others.flatMap { other in
                let names = other.attributes.map(\.name)
                let column = Column.unique(entityName: entity.name, columnNames: names)
                return try strayPairs(column, [other.entity.name]).map { pair in
                    IntegrityFinding.sharedUniqueValue(
                        entityName: entity.name, attributeName: names.joined(separator: ", "),
                        objectID: id(pair.source, entity.name), otherID: id(pair.target, other.entity.name))
                }
            }
        }
    }

    private func references(
        _ relationship: RelationshipSchema, of entity: EntitySchema
    ) throws -> [IntegrityFinding] {
        let column = Column.reference(entityName: entity.name, relationshipName: relationship.name)
        return try strayPairs(column, family(relationship.target)).map { finding(relationship, entity.name, $0) }
            + family(relationship.target).flatMap { try ends(relationship, of: entity, at: $0) }
    }

    private func ends(
        _ relationship: RelationshipSchema, of entity: EntitySchema, at target: String
    ) throws -> [IntegrityFinding] {
        let inverses = entities.first { $0.name == target }?.relationships ?? []
        guard let inverse = inverses.first(where: { $0.name == relationship.inverse }), inverse.cardinality == .toOne
        else { return [] }
        let column = Column.end(
            entityName: entity.name, relationshipName: relationship.name, inverseName: inverse.name)
        return try strayPairs(column, [target]).map { pair in
            .disagreeingEnds(
                entityName: entity.name, relationshipName: relationship.name, objectID: id(pair.source, entity.name),
                targetID: id(pair.target, target))
        }
    }

    /// A class and its subclasses have one table, whose pairs begin at objects of all of them.
    private func links(
        _ relationship: RelationshipSchema, _ table: JoinTable, of entity: EntitySchema
    ) throws -> [IntegrityFinding] {
        let owners = entities.filter { $0.relationships.contains { $0.links == table && $0.side == .source } }
        let orphans = try strayPairs(.link(table, .source), owners.map(\.name))
        let dangling = try strayPairs(.link(table, .target), family(relationship.target))
        return orphans.map { pair in
            .orphanedLink(
                entityName: entity.name, relationshipName: relationship.name, objectID: id(pair.source, entity.name),
                targetID: id(pair.target, relationship.target))
        } + dangling.map { finding(relationship, entity.name, $0) }
    }

    private func finding(
        _ relationship: RelationshipSchema, _ entityName: String, _ pair: Pair
    ) -> IntegrityFinding {
        .danglingReference(
            entityName: entityName, relationshipName: relationship.name, objectID: id(pair.source, entityName),
            targetID: id(pair.target, relationship.target))
    }

    private func family(_ name: String) -> [String] {
        let subentities = entities.first { $0.name == name }?.subentities ?? []
        return [name] + subentities.filter { name in entities.contains { $0.name == name } }
    }

    private func id(_ number: Int64, _ entityName: String) -> AnyManagedObjectID {
        AnyManagedObjectID(entityName: entityName, store: store, number: number)
    }
}
