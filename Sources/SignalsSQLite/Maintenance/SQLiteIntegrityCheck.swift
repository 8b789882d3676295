import CSQLite
import Foundation
import SignalsSQL
import SignalsStoreCore

/// The check of everything that a store holds, as it is at one moment.
struct SQLiteIntegrityCheck {
    let connection: SQLiteConnection
    let store: UUID
    let entities: [EntitySchema]
    private let dialect = SQLiteDialect()

    init(connection: SQLiteConnection, store: UUID, entities: [EntitySchema]) {
        self.connection = connection
        self.store = store
        self.entities = entities.sorted { $0.name < $1.name }
    }

    func run() throws -> [IntegrityFinding] {
        try connection.execute("BEGIN")
        defer { try? connection.execute("ROLLBACK") }
        let damage = try damage()
        // A damaged file cannot be read safely.
        guard damage.isEmpty else { return damage }
        let references = ReferenceCheck(store: store, entities: entities, strayPairs)
        return try entities.flatMap(values) + references.run()
    }

    private func strayPairs(_ column: ReferenceCheck.Column, _ names: [String]) throws -> [ReferenceCheck.Pair] {
        switch column {
        case .reference(let entity, let relationship):
            let column = dialect.quoted(relationship)
            return try connection.strayPairs(
                entity, QueryGenerator.numberColumn, column, missing: column, of: names)
        case .link(let table, let side):
            return try connection.strayPairs(
                table.name, JoinTable.sourceColumn, JoinTable.targetColumn, missing: JoinTable.column(side), of: names)
        case .end(let entity, let relationship, let inverse):
            let (number, column) = (QueryGenerator.numberColumn, dialect.quoted(relationship))
            return try connection.pairs(
                "SELECT t.\(number), t.\(column) FROM \(dialect.quoted(entity)) AS t "
                    + "JOIN \(dialect.quoted(names[0])) AS o ON o.\(number) = t.\(column) "
                    + "WHERE o.\(dialect.quoted(inverse)) IS NOT t.\(number) ORDER BY 1, 2")
        case .unique(let entity, let columns):
            let number = QueryGenerator.numberColumn
            let tests = columns.map(dialect.quoted).map { "t.\($0) = o.\($0)" }.joined(separator: " AND ")
            return try connection.pairs(
                "SELECT t.\(number), o.\(number) FROM \(dialect.quoted(entity)) AS t "
                    + "JOIN \(dialect.quoted(names[0])) AS o ON \(tests) ORDER BY 1, 2")
        }
    }

    private func damage() throws -> [IntegrityFinding] {
        do {
            return try connection.rows("PRAGMA integrity_check").compactMap(\.first).filter { $0 != .text("ok") }
                .map { .damage(reason: $0.plainText) }
        } catch {
            guard error.primaryCode == SQLITE_CORRUPT || error.primaryCode == SQLITE_NOTADB else { throw error }
            return [.damage(reason: error.message)]
        }
    }

    private func values(of entity: EntitySchema) throws -> [IntegrityFinding] {
        let columns = [QueryGenerator.numberColumn] + dialect.columns(of: entity)
        let statement = try connection.statement(
            "SELECT \(columns.joined(separator: ", ")) FROM \(dialect.quoted(entity.name))")
        defer { statement.reset() }
        guard case .integer(let next) = try SQLiteMetadata(connection).value("nextNumber") else {
            return [.damage(reason: "the count of object numbers is lost")]
        }
        var findings: [IntegrityFinding] = []
        while try statement.step() {
            let id = AnyManagedObjectID(entityName: entity.name, store: store, number: statement.integer(at: 0))
            let kept = KeptTexts(entity.keepsTexts ? statement.value(at: columns.count - 1) ?? .null : .null)
            if id.number >= next { findings.append(.numberNotReserved(id)) }
            for (index, attribute) in entity.attributes.enumerated() {
                guard let value = statement.value(at: index + 1) else {
                    findings.append(.damage(reason: "\(id) has a \(attribute.name) that is not UTF-8"))
                    continue
                }
                if attribute.type.compared(value) != value {
                    findings.append(
                        .textNotInNormalForm(entityName: entity.name, attributeName: attribute.name, objectID: id))
                }
                let exact = attribute.type == .string ? kept.exact(value, of: attribute.name) : value
                if attribute.origin.accepts(exact) { continue }
                findings.append(
                    .refusedValue(
                        entityName: entity.name, attributeName: attribute.name, objectID: id, value: exact))
            }
        }
        return findings
    }
}

extension StoredValue {
    fileprivate var plainText: String { if case .text(let text) = self { text } else { description } }
}
