import SignalsStoreCore

/// The properties that a server reports of itself.
struct ServerProbe: Sendable {
    private static let oldestVersion: Int64 = 140_000

    let version: Int64
    let encoding: String
    let isStandby: Bool
    let unsafeSettings: [String: String]
    let synchronousCommit: String

    /// Throws `StoreError.server` if the server cannot keep a store as durably as required.
    func require(_ durability: Durability, of server: String) throws {
        if version < Self.oldestVersion {
            throw StoreError.server(server, .unsupportedVersion("\(version / 10_000).\(version % 10_000)"))
        }
        if encoding != "UTF8" { throw StoreError.server(server, .unsupportedEncoding(encoding)) }
        if isStandby { throw StoreError.server(server, .isStandby) }
        if durability == .off { return }
        for (name, value) in unsafeSettings.sorted(by: { $0.key < $1.key }) where value == "off" {
            throw StoreError.server(server, .settingRefused(name: name, value: value))
        }
    }

    /// Returns the abilities that the server has, as far as it reports them.
    func abilities(
        among abilities: PostgresAbilities, _ connection: PostgresConnection, _ deadline: Deadline
    ) throws(PostgresFailure) -> PostgresAbilities {
        var found = abilities.subtracting(.notifying)
        if try takes(["SELECT pg_catalog.pg_notify('signals_probe', '')"], connection, deadline) {
            found.insert(.notifying)
        }
        if found.contains(.notifications),
            try !takes(["LISTEN signals_probe", "UNLISTEN signals_probe"], connection, deadline)
        {
            found.remove(.notifications)
        }
        return found
    }

    private func takes(
        _ statements: [String], _ connection: PostgresConnection, _ deadline: Deadline
    ) throws(PostgresFailure) -> Bool {
        do throws(PostgresFailure) {
            _ = try connection.run(statements.map { Statement($0) }, deadline)
            return true
        } catch {
            guard error.kind == .refused, !error.canRetry else { throw error }
            return false
        }
    }

    /// Returns the value of `synchronous_commit` for commits: if saves are durable, never less than the server's own.
    func synchronousCommit(_ durability: Durability) -> String {
        guard durability == .full else { return "off" }
        return synchronousCommit == "off" ? "on" : synchronousCommit
    }
}

extension ServerProbe {
    /// Asks a server.
    init(_ connection: PostgresConnection, _ deadline: Deadline) throws(PostgresFailure) {
        let answer = try connection.run(
            Statement(
                "SELECT current_setting('server_version_num')::bigint, current_setting('server_encoding'), "
                    + "pg_is_in_recovery()::int::bigint, current_setting('fsync'), current_setting('full_page_writes'), "
                    + "current_setting('synchronous_commit')"), deadline)
        self.init(
            version: answer.integer(0, 0) ?? 0, encoding: answer.text(0, 1) ?? "",
            isStandby: answer.integer(0, 2) == 1,
            unsafeSettings: ["fsync": answer.text(0, 3) ?? "", "full_page_writes": answer.text(0, 4) ?? ""],
            synchronousCommit: answer.text(0, 5) ?? "on")
    }
}
