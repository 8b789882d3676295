import Foundation
import SignalsStoreCore

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Opens a store in a schema of a database, and creates it if it does not exist.
struct PostgresOpening: Sendable {
    /// The SQLSTATEs of a program that creates the same tables at the same time as another.
    private static let collisions: Set<String> = ["23505", "42P06", "42P07", "40P01", "40001", "42710"]

    let address: PostgresAddress
    let schema: String
    let model: ModelRecord
    let settings: EngineSettings
    let abilities: PostgresAbilities
    /// The address of the replicas to read from; nil for none.
    let replicas: PostgresAddress?

    /// The store that was found, or created.
    struct Opened: Sendable {
        let identifier: UUID
        let seen: HistoryPosition
        let synchronousCommit: String
        let abilities: PostgresAbilities
    }

    private var url: URL { address.url(schema: schema) }
    private var tables: PostgresTables { PostgresTables(model.entities, in: schema) }

    /// - Throws: `StoreError`.
    func open() throws -> Opened {
        let deadline = Deadline(after: settings.timeout)
        while true {
            do { return try open(deadline) } catch let failure as PostgresFailure {
                guard failure.isServerRestart, !deadline.isOver else {
                    throw StoreError.server(address.name, failure.problem)
                }
                poll(nil, 0, 20)
            }
        }
    }

    private func open(_ deadline: Deadline) throws -> Opened {
        let connection = try PostgresConnection(address, deadline)
        let probe = try ServerProbe(connection, deadline)
        try probe.require(settings.durability, of: address.name)
        var attempts = 0
        while try !hasStore(connection, deadline) {
            attempts += 1
            do { try createStore(connection, deadline) } catch {
                if connection.isInTransaction { try connection.run(Statement("ROLLBACK"), deadline) }
                guard Self.collisions.contains(error.state), attempts < 10 else {
                    throw error.withAdvice(
                        toRun:
                            "GRANT CREATE ON DATABASE, or GRANT USAGE, CREATE ON SCHEMA \(tables.quotedSchema) if that exists"
                    )
                }
            }
        }
        do { return try read(connection, probe, deadline) } catch let failure as PostgresFailure {
            let grants = tables.grants(of: "SELECT, INSERT, UPDATE, DELETE")
            throw failure.withAdvice(toRun: "\(grants); for another model, the ownership of the tables")
        }
    }

    /// Returns true if the schema has a store. Throws if it has only other tables.
    private func hasStore(_ connection: PostgresConnection, _ deadline: Deadline) throws -> Bool {
        var parameters = Parameters()
        let statement =
            "SELECT count(*) FILTER (WHERE c.relname = 'signals_store'), count(*) FROM pg_catalog.pg_class c "
            + "JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace "
            + "WHERE n.nspname = \(parameters.add(PostgresName.identifier(schema))) AND c.relkind IN ('r', 'p', 'v', 'm', 'f')"
        let answer = try connection.run(Statement(statement, parameters), deadline)
        if answer.integer(0, 0) != 0 { return true }
        if answer.integer(0, 1) != 0 { throw StoreError.server(address.name, .foreignSchema(schema)) }
        return false
    }

    private func createStore(_ connection: PostgresConnection, _ deadline: Deadline) throws(PostgresFailure) {
        let begin = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
        // Without the privilege, CREATE SCHEMA IF NOT EXISTS fails even if the schema exists.
        var name = Parameters()
        let schemas = "SELECT 1 FROM pg_catalog.pg_namespace WHERE nspname = "
        let exists =
            try connection.run(
                Statement(schemas + name.add(PostgresName.identifier(schema)), name), deadline
            ).count > 0
        let making = exists ? [] : ["CREATE SCHEMA IF NOT EXISTS \(tables.quotedSchema)"]
        try connection.run(script: [begin] + making + TableCreation(tables: tables).script, deadline)
        var row = Parameters()
        let values = [
            row.add(UUID()), row.add(TableCreation.format), row.add(model.text),
            row.add(Int64(model.version)), row.add(model.hash), row.add(""),
        ]
        var first = Parameters()
        let nobody = first.add(History.nobody)
        _ = try connection.run(
            [
                Statement(
                    "INSERT INTO \(tables.store) (id, identifier, format, generation, model, model_version, hash, former_hashes) "
                        + "VALUES (1, \(values[0]), \(values[1]), 0, \(values[2]), \(values[3]), \(values[4]), \(values[5]))",
                    row),
                Statement(
                    "INSERT INTO \(tables.history) (generation, origin, token, changes) "
                        + "VALUES (0, \(nobody), \(nobody), ''::bytea)", first),
                Statement("COMMIT"),
            ], deadline)
    }

    private func read(
        _ connection: PostgresConnection, _ probe: ServerProbe, _ deadline: Deadline
    ) throws -> Opened {
        let answer = try connection.run(Statement("SELECT identifier, format FROM \(tables.store)"), deadline)
        guard answer.count == 1, let bytes = answer.bytes(0, 0) else {
            throw StoreError.server(address.name, .foreignSchema(schema))
        }
        let format = answer.integer(0, 1) ?? 0
        if format > TableCreation.format { throw StoreError.newerFormat(url, version: Int(format)) }
        let identifier = try UUID(storedValue: PostgresValue.value(bytes, as: .uuid))
        let found = try probe.abilities(among: abilities, connection, deadline)
        try PostgresUpgrade(
            connection: SchemaConnection(connection: connection, schema: schema),
            name: address.name + "/" + schema, url: url, model: model, options: settings.migration,
            timeout: settings.timeout, abilities: found
        ).run()
        // A migration may have taken longer. Commits from here on are followed; a replica without the migration is not
        // asked.
        let newest = try connection.run(History(tables: tables).newest, Deadline(after: settings.timeout))
        guard let seen = HistoryPosition(newest, 0) else {
            throw StoreError.server(address.name, .foreignSchema(schema))
        }
        return Opened(
            identifier: identifier, seen: seen, synchronousCommit: probe.synchronousCommit(settings.durability),
            abilities: found)
    }
}
