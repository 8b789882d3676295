import Foundation
import SignalsSQL
import SignalsStoreCore

/// Carries out a migration plan inside a transaction that is open: makes each new table beside the old one, copies the
/// rows, lets a stage written by hand change them, and only then drops the old tables.
struct SQLiteMigration {
    private static let batch = 2000

    let connection: SQLiteConnection
    let plan: MigrationPlan
    private let schema = SQLiteSchema()
    private let dialect = SQLiteDialect()

    init(_ connection: SQLiteConnection, _ plan: MigrationPlan) {
        self.connection = connection
        self.plan = plan
    }

    /// - Parameter body: the part written by hand; nil when everything has to go by the rules.
    /// - Returns: the obstacles, as lines for a person; the caller then rolls back.
    func run(_ meter: inout MigrationMeter, _ body: ((any MigrationRows) throws -> Void)?) throws -> [String] {
        let checks = SQLiteMigrationChecks(connection: connection)
        var obstacles: [String] = []
        try plan.report(to: meter) { try connection.count($0) }
        if body == nil { for mapping in plan.rebuilt { obstacles += try checks.conversions(mapping) } }
        meter.begin(rows: try plan.rebuilt.reduce(0) { try $0 + count($1.old.name) })
        for case .create(let entity) in plan.steps { try connection.execute(schema.createTable(entity.inNewTable)) }
        for mapping in plan.rebuilt { try copy(mapping, &meter) }
        if let body { try body(SQLiteMigrationRows(connection, plan)) }
        try replaceTables()
        try replaceLinks()
        let targets = SQLiteTargetCheck(connection: connection, entities: plan.new.map(\.name))
        for case .checkTargets(let change) in plan.steps { obstacles += try targets.run(change) }
        for case .pair(let change) in plan.steps { obstacles += try checks.pairs(change) }
        for mapping in plan.rebuilt { obstacles += try checks.types(mapping) }
        for entity in plan.made + plan.reindexed.map(\.new) {
            obstacles += try checks.duplicates(entity) + checks.duplicateSets(entity)
        }
        if obstacles.isEmpty { try makeIndexes(meter) }
        return obstacles
    }

    private func count(_ table: String) throws -> Int {
        let count = try connection.value("SELECT COUNT(*) FROM \(dialect.quoted(table))")
        if case .integer(let count) = count { return Int(count) } else { return 0 }
    }

    private func copy(_ mapping: EntityMapping, _ meter: inout MigrationMeter) throws {
        let new = mapping.new.inNewTable
        try connection.execute(schema.createTable(new))
        let total = try count(mapping.old.name)
        let sql = copyStatement(mapping)
        var copied = 0
        var last = StoredValue.integer(.min)
        while copied < total {
            let limit = StoredValue.integer(Int64(Self.batch))
            try connection.execute(sql.text, sql.bindings + [last, limit])
            copied += connection.changes
            meter.advance(connection.changes, "\(mapping.new.name): \(copied) of \(total)")
            last = try connection.value("SELECT MAX(\(QueryGenerator.numberColumn)) FROM \(dialect.quoted(new.name))")
        }
    }

    /// Columns that stay go from table to table without being looked at, so that each byte of them stays.
    private func copyStatement(_ mapping: EntityMapping) -> SQLText {
        let number = QueryGenerator.numberColumn
        let own = [number, QueryGenerator.versionColumn]
        var bindings: [StoredValue] = []
        let sources = zip(mapping.new.attributes, mapping.columns).map { attribute, column in
            let value = expression(column)
            guard column.old == nil || !attribute.isOptional else { return value }
            bindings.append(attribute.type.compared(attribute.origin.defaultValue))
            return "COALESCE(\(value), ?)"
        }
        let columns = (own + dialect.columns(of: mapping.new)).joined(separator: ", ")
        let kept = keptTexts(mapping)
        let text = """
            INSERT INTO \(dialect.quoted(mapping.new.inNewTable.name)) (\(columns)) \
            SELECT \((own + sources + kept.texts).joined(separator: ", ")) FROM \(dialect.quoted(mapping.old.name)) \
            WHERE \(number) > ? ORDER BY \(number) LIMIT ?
            """
        return SQLText(text: text, bindings: bindings + kept.bindings)
    }

    private func expression(_ column: EntityMapping.Column) -> String {
        switch column {
        case .added: "NULL"
        case .kept(let old): dialect.quoted(old.name)
        case .converted(_, let conversion) where conversion.to == .string: "signals_composed(\(exact(column)))"
        case .converted: exact(column)
        }
    }

    /// A column's value as it was given, where it is a text.
    private func exact(_ column: EntityMapping.Column) -> String {
        switch column {
        case .added: return "NULL"
        case .kept(let old): return old.type == .string ? dialect.exact(old.name) : dialect.quoted(old.name)
        case .converted(let old, let conversion):
            let value = old.type == .string ? dialect.exact(old.name) : dialect.quoted(old.name)
            return "signals_convert('\(conversion.from.rawValue)', '\(conversion.to.rawValue)', \(value))"
        }
    }

    /// Returns what the new rows keep of their texts, as one expression; none where they have no texts.
    private func keptTexts(_ mapping: EntityMapping) -> (texts: [String], bindings: [StoredValue]) {
        guard mapping.new.keepsTexts else { return ([], []) }
        var bindings: [StoredValue] = []
        var isAlways = false
        let texts = zip(mapping.new.attributes, mapping.columns).filter { $0.0.type == .string }.map {
            attribute, column in
            let value = exact(column)
            let standard = attribute.origin.defaultValue
            isAlways = isAlways || column.old.map { $0.type != .string } ?? false
            if attribute.type.compared(standard) == standard || attribute.isOptional && column.old != nil {
                return (name: attribute.name, value: value)
            }
            isAlways = true
            bindings.append(standard)
            return (attribute.name, "COALESCE(\(value), ?)")
        }
        let kept = dialect.kept(nil, texts)
        if isAlways { return ([kept], bindings) }
        return ([mapping.old.keepsTexts ? "CASE WHEN \(KeptTexts.column) IS NOT NULL THEN \(kept) END" : "NULL"], [])
    }

    private func replaceTables() throws {
        for case .drop(let entity) in plan.steps {
            try dropSearchIndex(of: entity)
            try connection.execute("DROP TABLE \(dialect.quoted(entity.name))")
        }
        for mapping in plan.rebuilt {
            try dropSearchIndex(of: mapping.old)
            try connection.execute("DROP TABLE \(dialect.quoted(mapping.old.name))")
        }
        for mapping in plan.reindexed {
            try connection.dropIndexes(of: mapping.old.name)
            try dropSearchIndex(of: mapping.old)
        }
        for entity in plan.made {
            try connection.execute(
                "ALTER TABLE \(dialect.quoted(entity.inNewTable.name)) RENAME TO \(dialect.quoted(entity.name))")
        }
    }

    private func dropSearchIndex(of entity: EntitySchema) throws {
        for statement in SQLiteSearchIndex(entity).removal { try connection.execute(statement) }
    }

    private func replaceLinks() throws {
        for step in plan.steps {
            switch step {
            case .createLinks(let table):
                for statement in schema.createJoinTable(table) { try connection.execute(statement) }
            case .dropLinks(let table, _, _): try connection.execute("DROP TABLE \(dialect.quoted(table.name))")
            case .renameLinks(let old, let new):
                try connection.execute("ALTER TABLE \(dialect.quoted(old.name)) RENAME TO \(dialect.quoted(new.name))")
                // The index keeps its name, which a new table may want.
                try connection.dropIndexes(of: new.name)
                for statement in schema.createJoinTable(new) { try connection.execute(statement) }
            case .reverseLinks(let old, let new): try reverse(old, to: new)
            case .create, .drop, .rebuild, .reindex, .checkTargets, .pair: break
            }
        }
    }

    // An order was that of the side that kept the links.
    private func reverse(_ old: JoinTable, to new: JoinTable) throws {
        let former = dialect.quoted(MigrationPlan.newTablePrefix + old.name)
        try connection.execute("ALTER TABLE \(dialect.quoted(old.name)) RENAME TO \(former)")
        try connection.dropIndexes(of: MigrationPlan.newTablePrefix + old.name)
        for statement in schema.createJoinTable(new) { try connection.execute(statement) }
        let (source, target) = (JoinTable.sourceColumn, JoinTable.targetColumn)
        try connection.execute(
            "INSERT INTO \(dialect.quoted(new.name)) (\(source), \(target)) SELECT \(target), \(source) FROM \(former)")
        try connection.execute("DROP TABLE \(former)")
    }

    private func makeIndexes(_ meter: MigrationMeter) throws {
        for entity in plan.made + plan.reindexed.map(\.new) {
            meter.report("\(entity.name): indexes")
            for index in schema.createIndexes(entity) { try connection.execute(index) }
            for statement in SQLiteSearchIndex(entity).creation { try connection.execute(statement) }
        }
    }
}

extension SQLiteConnection {
    /// Counts what a file keeps of something.
    package func count(_ drop: ModelPart) throws(SQLiteFailure) -> Int {
        let dialect = SQLiteDialect()
        let rows =
            switch drop.storage {
            case .rows: dialect.quoted(drop.entity.name)
            case .column(let name): "\(dialect.quoted(drop.entity.name)) WHERE \(dialect.quoted(name)) IS NOT NULL"
            case .links(let table): dialect.quoted(table.name)
            }
        if case .integer(let count) = try value("SELECT COUNT(*) FROM \(rows)") { return Int(count) } else { return 0 }
    }
}

extension EntitySchema {
    /// The entity in the table that it is put together in.
    var inNewTable: EntitySchema {
        var entity = self
        entity.name = MigrationPlan.newTablePrefix + name
        return entity
    }
}
