import Foundation
import SignalsSQL
import SignalsStoreCore

/// Finds what leads to rows that are not there, in columns and in tables of links.
struct SQLiteReferenceCheck {
    let connection: SQLiteConnection
    let store: UUID
    let entities: [EntitySchema]
    private let dialect = SQLiteDialect()

    init(connection: SQLiteConnection, store: UUID, entities: [EntitySchema]) {
        self.connection = connection
        self.store = store
        self.entities = entities
    }

    func run() throws -> [IntegrityFinding] {
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
        return findings
    }

    private func references(
        _ relationship: RelationshipSchema, of entity: EntitySchema
    ) throws -> [IntegrityFinding] {
        let column = dialect.quoted(relationship.name)
        return try connection.strayPairs(
            entity.name, QueryGenerator.numberColumn, column, missing: column, of: family(relationship.target)
        )
        .map { finding(relationship, entity.name, $0) }
    }

    /// A class and its subclasses have one table, whose pairs begin at objects of all of them.
    private func links(
        _ relationship: RelationshipSchema, _ table: LinkTable, of entity: EntitySchema
    ) throws -> [IntegrityFinding] {
        let (source, target) = (LinkTable.sourceColumn, LinkTable.targetColumn)
        let owners = entities.filter { $0.relationships.contains { $0.links == table && $0.side == .source } }
        let targets = family(relationship.target)
        let orphans = try connection.strayPairs(table.name, source, target, missing: source, of: owners.map(\.name))
        let dangling = try connection.strayPairs(table.name, source, target, missing: target, of: targets)
        return orphans.map { pair in
            .orphanedLink(
                entityName: entity.name, relationshipName: relationship.name, objectID: id(pair.source, entity.name),
                targetID: id(pair.target, relationship.target))
        } + dangling.map { finding(relationship, entity.name, $0) }
    }

    private func finding(
        _ relationship: RelationshipSchema, _ entityName: String, _ pair: (source: Int64, target: Int64)
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
