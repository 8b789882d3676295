import SignalsSQL
import SignalsStoreCore

/// Carries out a migration plan inside a transaction that is open: makes each new table beside the old one, puts the rows
/// into it as this program converts them, lets a stage written by hand change them, and only then drops the old tables.
struct PostgresMigration {
    let connection: SchemaConnection
    let plan: MigrationPlan
    private let creation: TableCreation

    init(_ connection: SchemaConnection, _ plan: MigrationPlan) {
        self.connection = connection
        self.plan = plan
        creation = TableCreation(tables: PostgresTables(plan.new, in: connection.schema))
    }

    /// - Parameter body: the part written by hand; nil when everything has to go by the rules.
    /// - Returns: the obstacles, as lines for a person; if there are any, the caller rolls back.
    /// - Throws: `PostgresFailure`, `SaveError`, or what `body` throws.
    func run(_ meter: inout MigrationMeter, _ body: ((any MigrationRows) throws -> Void)?) throws -> [String] {
        let checks = PostgresMigrationChecks(connection: connection)
        try plan.report(to: meter) { try connection.count(of: $0) }
        meter.begin(rows: try plan.rebuilt.reduce(0) { try $0 + count(connection.name($1.old.name)) })
        for case .create(let entity) in plan.steps {
            try connection.execute([creation.create(connection.newTable(entity))])
        }
        var mappings = plan.rebuilt.map { RowMapping($0, hasStage: body != nil) }
        for index in mappings.indices { try copy(&mappings[index], &meter) }
        var obstacles = mappings.flatMap(\.obstacles)
        if obstacles.isEmpty, let body { try body(PostgresMigrationRows(connection, plan)) }
        try replaceTables()
        try replaceLinks()
        try connection.forgetTables()
        for case .checkTargets(let change) in plan.steps {
            obstacles += try checks.targets(change, among: plan.new.map(\.name))
        }
        for case .pair(let change) in plan.steps { obstacles += try checks.pairs(change) }
        for mapping in mappings {
            let table = connection.table(mapping.mapping.new)
            obstacles += try mapping.unaccepted { rows in try connection.forEachPage(of: table) { rows($0) } }
        }
        let indexed = plan.made + plan.reindexed.map(\.new)
        for entity in indexed { obstacles += try checks.duplicates(entity) + checks.duplicateSets(entity) }
        guard obstacles.isEmpty else { return obstacles }
        for entity in indexed {
            meter.report("\(entity.name): indexes")
            try connection.execute(creation.indexes(of: entity))
        }
        return []
    }

    private func count(_ table: String) throws -> Int { try connection.count("SELECT count(*) FROM \(table)") }

    private func copy(_ mapping: inout RowMapping, _ meter: inout MigrationMeter) throws {
        let (old, new) = (connection.table(mapping.mapping.old), connection.newTable(mapping.mapping.new))
        try connection.execute([creation.create(new)])
        let total = try count(old.name)
        var copied = 0
        try connection.forEachPage(of: old) { rows in
            try connection.run(new.insertion(of: rows.map { mapping.map($0) }[...]))
            copied += rows.count
            meter.advance(rows.count, "\(mapping.mapping.new.name): \(copied) of \(total)")
        }
    }

    private func replaceTables() throws {
        for case .drop(let entity) in plan.steps {
            try connection.execute(["DROP TABLE \(connection.name(entity.name))"])
        }
        for mapping in plan.rebuilt { try connection.execute(["DROP TABLE \(connection.name(mapping.old.name))"]) }
        for mapping in plan.reindexed { try connection.dropIndexes(of: connection.table(mapping.old)) }
        for entity in plan.made { try rename(connection.newTable(entity), to: entity.name) }
    }

    private func rename(_ table: PostgresTable, to name: String) throws {
        try connection.execute(["ALTER TABLE \(table.name) RENAME TO \(PostgresName.quoted(name))"])
    }

    private func replaceLinks() throws {
        for step in plan.steps {
            switch step {
            case .createLinks(let links): try connection.execute(creation.statements(for: links))
            case .dropLinks(let links, _, _): try connection.execute(["DROP TABLE \(connection.table(links).name)"])
            case .renameLinks(let old, let new):
                try rename(connection.table(old), to: new.name)
                try connection.dropIndexes(of: connection.table(new))
                try connection.execute(creation.indexes(of: new))
            case .reverseLinks(let old, let new): try reverse(old, to: new)
            case .create, .drop, .rebuild, .reindex, .checkTargets, .pair: break
            }
        }
    }

    // An order was that of the side that kept the links.
    private func reverse(_ old: JoinTable, to new: JoinTable) throws {
        let formerName = MigrationPlan.newTablePrefix + old.name
        let former = connection.table(StoreTable(name: formerName, columns: []))
        try rename(connection.table(old), to: formerName)
        try connection.dropIndexes(of: former)
        let (table, source, target) = (connection.table(new), JoinTable.sourceColumn, JoinTable.targetColumn)
        try connection.execute(
            creation.statements(for: new) + [
                "INSERT INTO \(table.name) (signals_id, signals_version, \(source), \(target)) "
                    + "SELECT signals_id, signals_version, \(target), \(source) FROM \(former.name)",
                "DROP TABLE \(former.name)",
            ])
    }
}

extension SchemaConnection {
    /// Returns the number of rows, values or pairs of a part of the model.
    ///
    /// - Throws: `PostgresFailure`.
    func count(of part: ModelPart) throws(PostgresFailure) -> Int {
        let rows =
            switch part.storage {
            case .rows: name(part.entity.name)
            case .column(let column): "\(name(part.entity.name)) WHERE \(PostgresName.quoted(column)) IS NOT NULL"
            case .links(let links): table(links).name
            }
        return try count("SELECT count(*) FROM \(rows)")
    }
}
