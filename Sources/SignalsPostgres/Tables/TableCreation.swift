import SignalsSQL
import SignalsStoreCore

/// Writes the statements that make a store's tables.
struct TableCreation {
    /// The format of what is written here, which older versions of the package must not touch.
    static let format: Int64 = 1

    let tables: PostgresTables

    /// Everything of a store in its schema, but for the row of `signals_store`.
    var script: [String] {
        let entities = tables.entities.flatMap { statements(for: $0) }
        let links = Set(tables.entities.flatMap(\.relationships).compactMap(\.links)).sorted { $0.name < $1.name }
        return own + entities + links.flatMap { statements(for: $0) } + receipts
    }

    private var own: [String] {
        [
            // Updated by each commit: with room in its page, the new row is beside the old one.
            "CREATE TABLE \(tables.store) (id int PRIMARY KEY CHECK (id = 1), identifier uuid NOT NULL, format bigint NOT NULL, "
                + "generation bigint NOT NULL, model text NOT NULL, model_version bigint NOT NULL, hash text NOT NULL, "
                + "former_hashes text NOT NULL) WITH (fillfactor = 10)",
            "CREATE TABLE \(tables.numbers) (id int PRIMARY KEY CHECK (id = 1), next bigint NOT NULL) WITH (fillfactor = 10)",
            "INSERT INTO \(tables.numbers) VALUES (1, 1)",
            "CREATE TABLE \(tables.history) (generation bigint PRIMARY KEY, origin uuid NOT NULL, token uuid NOT NULL, "
                + "committed timestamptz NOT NULL DEFAULT now(), changes bytea NOT NULL)",
        ]
    }

    private var receipts: [String] {
        let table = tables[ReceiptRow.table]
        // Keys are compared by their bytes, and the column in normal form: it is not unique.
        return [create(table), index(table, [0]), index(table, [2])]
    }

    /// The table of an entity and its indexes.
    func statements(for entity: EntitySchema) -> [String] {
        [create(tables[tables.catalog.table(entity)])] + indexes(of: entity)
    }

    /// The indexes of an entity's table.
    func indexes(of entity: EntitySchema) -> [String] {
        let table = tables[tables.catalog.table(entity)]
        let columns = table.table.columns.enumerated()
        let unique = columns.filter(\.element.isUnique).map { index(table, [$0.offset], isUnique: true) }
        let plain = columns.filter { $0.element.isIndexed && !$0.element.isUnique }.map { index(table, [$0.offset]) }
        let sets = entity.uniqueColumns.map { index(table, $0, isUnique: true) }
        return unique + plain + sets + entity.indexes.map { index(table, $0) }
    }

    /// The table of a relationship's pairs and its indexes.
    func statements(for links: JoinTable) -> [String] {
        [create(tables[tables.catalog.table(links)])] + indexes(of: links)
    }

    /// The indexes of a join table.
    func indexes(of links: JoinTable) -> [String] {
        let table = tables[tables.catalog.table(links)]
        return [index(table, [0, 1], isUnique: true), index(table, [1])]
    }

    /// A table without indexes.
    func create(_ table: PostgresTable) -> String {
        let types = table.allTypes.map { $0.column.name + $0.collation }
        let columns = zip(table.allColumns, types).map { "\($0) \($1)" }
        return
            "CREATE TABLE \(table.name) (\(columns.joined(separator: ", ")), PRIMARY KEY (\(QueryGenerator.numberColumn)))"
    }

    /// An index that a class declares.
    private func index(_ table: PostgresTable, _ schema: IndexSchema) -> String {
        let names = schema.terms.map(\.column)
        let digest = PostgresName.hash([table.table.name, schema.suffix])
        let name = PostgresName.quoted("signals_\(table.table.name)_\(names.joined(separator: "_"))_\(digest)")
        let terms = schema.terms.map {
            PostgresName.quoted($0.column) + ($0.isDescending ? " DESC NULLS LAST" : " NULLS FIRST")
        }
        let rows = schema.condition(PostgresName.quoted) { $0 ? "TRUE" : "FALSE" }.map { " WHERE " + $0 } ?? ""
        return "CREATE INDEX \(name) ON \(table.name) (\(terms.joined(separator: ", ")))\(rows)"
    }

    /// An index, whose name is unlike any other in the schema. Nil comes first in it, as in each order.
    private func index(_ table: PostgresTable, _ columns: [Int], isUnique: Bool = false) -> String {
        let names = columns.map { table.table.columns[$0].name }
        // Of a table A with a column b_c, and of a table A_b with a column c.
        let digest = PostgresName.hash([table.table.name] + names)
        let name = PostgresName.quoted("signals_\(table.table.name)_\(names.joined(separator: "_"))_\(digest)")
        let terms = columns.map { table.columns[$0] + " NULLS FIRST" }
        return "CREATE \(isUnique ? "UNIQUE " : "")INDEX \(name) ON \(table.name) (\(terms.joined(separator: ", ")))"
    }
}
