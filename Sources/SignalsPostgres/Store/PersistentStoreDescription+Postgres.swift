import Foundation
import SignalsStore
import SignalsStoreCore

extension PersistentStoreDescription {
    /// A store in a schema of a PostgreSQL database, which many programs on many machines may have open at once.
    ///
    /// ```swift
    /// let container = try PersistentContainer(
    ///     name: "Household", model: model, stores: [.postgres("postgresql://db.example.org/tasks", schema: "household")])
    /// ```
    /// The schema and its tables are made where they are missing. Contexts, units of work and live queries behave as over
    /// SQLite; commits of other programs arrive in them by themselves. A save is reported when the server has it as
    /// durably as `durability` says; `busyTimeout` is the longest time that opening, reading and saving wait for the
    /// server. Opening waits for a server that answers, even if only that it is starting; if none answers, it fails at
    /// once.
    ///
    /// Each container has one connection that writes, one that listens if the store has observers, and up to 16 that
    /// read; a pinned context keeps one of these as long as it is pinned.
    ///
    /// Opening fails with `StoreError.server`, which names the server and never a user or a password. Saves fail with
    /// `SaveError.Reason.unreachable` where the server does not answer in time, and can be tried again.
    ///
    /// - Parameters:
    ///   - address: the address as a connection URI of libpq:
    ///     `postgresql://user@host:port/database?sslmode=verify-full`. Several hosts, `target_session_attrs` and the
    ///     TLS settings are libpq's; the password may come from there, from the environment, from a service file or
    ///     from `.pgpass`.
    ///   - schema: the schema that has the store's tables, and no other tables; opening refuses a name that is empty or
    ///     has control characters.
    ///   - configuration: the part of the model that the store keeps; nil for all of it.
    ///   - replicas: the address of servers that have a copy of the database, as libpq takes it with several hosts,
    ///     such as `postgresql://two,three/tasks?load_balance_hosts=random`; contexts read from them where
    ///     `readsFromReplicas` says so. Nil for none.
    ///   - abilities: the abilities that may be used: all of PostgreSQL's, unless a pooler or another server lacks some.
    public static func postgres(
        _ address: String, schema: String = "signals", configuration: String? = nil, replicas: String? = nil,
        abilities: PostgresAbilities = .all
    ) -> PersistentStoreDescription {
        let parsed = try? PostgresAddress(address)
        let name = parsed?.name ?? "postgresql"
        // The address may have a password, and what is in a description may be printed.
        let opening = EngineOpening(
            key: "postgresql://\(name)/\(schema)", url: parsed?.url(schema: schema) ?? URL(fileURLWithPath: "/"),
            settings: "\(address.hashValue) \(abilities.rawValue) \(replicas.hashValue)"
        ) { entities, settings in
            if schema.isEmpty || schema.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
                throw StoreError.server(name, .invalidSchema(schema))
            }
            return try PostgresStore(
                PostgresOpening(
                    address: try PostgresAddress(
                        address, preparesStatements: abilities.contains(.preparedStatements)), schema: schema,
                    model: ModelRecord(entities, version: settings.modelVersion), settings: settings,
                    abilities: abilities,
                    replicas: try replicas.map {
                        try PostgresAddress($0, preparesStatements: abilities.contains(.preparedStatements))
                    }))
        }
        return PersistentStoreDescription(engine: opening, configuration: configuration)
    }
}
