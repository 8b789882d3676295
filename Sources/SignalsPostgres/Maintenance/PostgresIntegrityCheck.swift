import Foundation
import SignalsSQL
import SignalsStoreCore

/// Checks all rows of a store, in one snapshot. Damage to the server's files is for the server's tools to find.
struct PostgresIntegrityCheck {
    let connection: SchemaConnection
    let store: UUID
    let entities: [EntitySchema]

    init(connection: SchemaConnection, store: UUID, entities: [EntitySchema]) {
        self.connection = connection
        self.store = store
        self.entities = entities.sorted { $0.name < $1.name }
    }

    /// - Throws: `PostgresFailure`.
    func run() throws -> [IntegrityFinding] {
        let references = ReferenceCheck(store: store, entities: entities, strayPairs)
        return try entities.flatMap(values) + references.run()
    }

    private func strayPairs(_ column: ReferenceCheck.Column, _ names: [String]) throws -> [ReferenceCheck.Pair] {
        switch column {
        case .reference(let entity, let relationship):
            let column = PostgresName.quoted(relationship)
            return try connection.strayPairs(
                connection.name(entity), QueryGenerator.numberColumn, column, missing: column, of: names)
        case .link(let links, let side):
            return try connection.strayPairs(
                connection.table(links).name, JoinTable.sourceColumn, JoinTable.targetColumn,
                missing: JoinTable.column(side), of: names)
        case .end(let entity, let relationship, let inverse):
            let column = PostgresName.quoted(relationship)
            return try pairs(
                "SELECT t.signals_id, t.\(column) FROM \(connection.name(entity)) AS t "
                    + "JOIN \(connection.name(names[0])) AS o ON o.signals_id = t.\(column) "
                    + "WHERE o.\(PostgresName.quoted(inverse)) IS DISTINCT FROM t.signals_id ORDER BY 1, 2")
        case .unique(let entity, let columns):
            let tests = columns.map(PostgresName.quoted).map { "t.\($0) = o.\($0)" }.joined(separator: " AND ")
            return try pairs(
                "SELECT t.signals_id, o.signals_id FROM \(connection.name(entity)) AS t "
                    + "JOIN \(connection.name(names[0])) AS o ON \(tests) ORDER BY 1, 2")
        }
    }

    private func pairs(_ sql: String) throws -> [ReferenceCheck.Pair] {
        let found = try connection.run(Statement(sql))
        return (0..<found.count).map { (found.integer($0, 0) ?? 0, found.integer($0, 1) ?? 0) }
    }

    private func values(of entity: EntitySchema) throws -> [IntegrityFinding] {
        let numbers = PostgresTables([], in: connection.schema).numbers
        guard let next = try connection.run(Statement("SELECT next FROM \(numbers)")).integer(0, 0) else {
            return [.damage(reason: "the count of object numbers is lost")]
        }
        var findings: [IntegrityFinding] = []
        try connection.forEachAnswer(of: connection.table(entity)) { answer in
            for row in 0..<answer.count {
                let id = AnyManagedObjectID(
                    entityName: entity.name, store: store, number: answer.integer(row, 0) ?? 0)
                if id.number >= next { findings.append(.numberNotReserved(id)) }
                findings += values(of: entity, answer, row, id)
            }
        }
        return findings
    }

    private func values(
        of entity: EntitySchema, _ answer: PostgresResult, _ row: Int, _ id: AnyManagedObjectID
    ) -> [IntegrityFinding] {
        let stored = entity.attributes.enumerated().map { PostgresValue.value(answer.bytes(row, $0 + 2), as: $1.type) }
        let kept = entity.keepsTexts ? answer.text(row, stored.count + 2).map(StoredValue.text) : nil
        let exact = kept.map { KeptTexts($0).exact(stored, of: entity) } ?? stored
        return entity.attributes.enumerated().flatMap { index, attribute -> [IntegrityFinding] in
            var findings: [IntegrityFinding] = []
            if attribute.type.compared(stored[index]) != stored[index] {
                findings.append(
                    .textNotInNormalForm(entityName: entity.name, attributeName: attribute.name, objectID: id))
            }
            if !attribute.origin.accepts(exact[index]) {
                findings.append(
                    .refusedValue(
                        entityName: entity.name, attributeName: attribute.name, objectID: id, value: exact[index]))
            }
            return findings
        }
    }
}
