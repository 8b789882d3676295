/// The rows that came, changed or went with some commits.
struct TouchedRows: Sendable {
    /// By the names of the entities that the commits name: of rows that a batch changed, maybe that of a superclass.
    private var numbers: [String: Set<Int64>] = [:]
    /// The rows as they are now, by the name of their entity.
    private var rows: [String: [StoredRow]] = [:]
    private let schemas: [EntitySchema]

    private static let greatestCount = 256

    /// True if all that changed is known, and is worth a look at each row.
    static func areFew(_ notices: some Sequence<CommitNotice>) -> Bool {
        var count = 0
        return notices.allSatisfy { notice in
            count += notice.isEverything ? greatestCount + 1 : notice.rowCount
            return count <= greatestCount
        }
    }

    init(_ notices: some Sequence<CommitNotice>, _ schemas: some Sequence<EntitySchema>) {
        self.schemas = Array(schemas)
        for notice in notices {
            for page in notice.inserted { numbers[page.entity.name, default: []].formUnion(page.numbers) }
            for (name, rows) in notice.updated { numbers[name, default: []].formUnion(rows.numbers) }
            for (name, numbers) in notice.deleted { self.numbers[name, default: []].formUnion(numbers) }
        }
    }

    /// The same with the rows as a reader sees them.
    func read(from reader: any StoreReader) throws -> TouchedRows {
        var touched = self
        for schema in schemas {
            let names = [schema.name] + schemas.filter { $0.subentities.contains(schema.name) }.map(\.name)
            let numbers = names.reduce(into: Set<Int64>()) { $0.formUnion(self.numbers[$1] ?? []) }
            if numbers.isEmpty { continue }
            var query = Query(entity: schema)
            query.entity.subentities = []
            query.condition = .objectID(isOneOf: numbers)
            try reader.fetchRows(query) { row in
                touched.rows[schema.name, default: []]
                    .append(StoredRow(number: row.number, version: row.version, values: row.values))
            }
        }
        return touched
    }

    /// True if any of them is of one of these entities, and fulfils a condition.
    func contains(of names: Set<String>, where holds: (Int64) -> Bool) -> Bool {
        names.contains { numbers[$0]?.contains(where: holds) ?? false }
    }

    /// The numbers of all of these entities.
    func numbers(of names: Set<String>) -> Set<Int64> {
        names.reduce(into: []) { $0.formUnion(numbers[$1] ?? []) }
    }

    /// The rows of an entity as they are now.
    func rows(of entity: String) -> [StoredRow] { rows[entity] ?? [] }
}
