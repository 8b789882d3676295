/// The reason why a server does not keep a store.
public enum ServerProblem: Sendable, Hashable {
    /// No server answers at the address; `reason` is the connection's error.
    case unreachable(reason: String)
    /// The server did not answer within the time to wait.
    case timedOut
    /// The server does not accept the user or the password.
    case authenticationFailed
    /// The server has no such database.
    case noSuchDatabase
    /// The server takes no more connections.
    case tooManyConnections
    /// The server is a standby, which cannot be written.
    case isStandby
    /// The server is too old; `version` is its own name for itself.
    case unsupportedVersion(String)
    /// The database keeps texts in another encoding than UTF-8.
    case unsupportedEncoding(String)
    /// The schema has tables of another program.
    case foreignSchema(String)
    /// With this setting the server may lose reported saves, but the store is to be durable.
    case settingRefused(name: String, value: String)
    /// The address is not that of a server.
    case invalidAddress
    /// The name of the schema is empty, or has control characters.
    case invalidSchema(String)
    /// The server failed in another way; `reason` quotes it.
    case failed(reason: String)
}

extension ServerProblem {
    /// A text that says what happened and what to do.
    func description(of server: String) -> String {
        switch self {
        case .unreachable(let reason):
            "\(server) cannot be reached: \(reason). Check the address, and that the server runs."
        case .timedOut: "\(server) did not answer in time. Try again, or set a longer busyTimeout."
        case .authenticationFailed:
            "\(server) does not accept the user or the password. Check both; they may come from the address, the "
                + "environment, a service file or .pgpass."
        case .noSuchDatabase: "\(server) does not exist. Create the database, or choose another."
        case .tooManyConnections: "\(server) takes no more connections. Close some, or raise its limit."
        case .isStandby: "\(server) is a standby, which cannot be written. Give the address of the primary too."
        case .unsupportedVersion(let version): "\(server) has version \(version). Use version 14 or newer."
        case .unsupportedEncoding(let encoding):
            "\(server) keeps texts as \(encoding). Use a database whose encoding is UTF8."
        case .foreignSchema(let schema):
            "The schema \"\(schema)\" of \(server) has tables of another program. Choose another schema."
        case .settingRefused(let name, let value):
            "\(server) has \(name) = \(value), so saves would not be durable. Change it, or ask for less durability."
        case .invalidAddress:
            "The address is not that of a PostgreSQL server. Write it as postgresql://host:port/database."
        case .invalidSchema(let schema):
            "\(schema.debugDescription) cannot be the name of a schema. Choose one with characters that can be seen."
        case .failed(let reason): "\(server) failed: \(reason)"
        }
    }
}
