import CPostgres
import Foundation
import SignalsStoreCore

/// The address of a database, as libpq takes it. No description of it has its user or password.
struct PostgresAddress: Sendable {
    private let text: String
    /// The server and the database, for messages.
    let name: String
    /// True if statements are prepared once in each connection.
    let preparesStatements: Bool

    /// - Throws: `StoreError.server` if it is not a connection URI. The error does not quote it: it may have a password.
    init(_ text: String, preparesStatements: Bool = true) throws {
        let isURI = text.hasPrefix("postgresql://") || text.hasPrefix("postgres://")
        var message: UnsafeMutablePointer<CChar>?
        guard isURI, !text.utf8.contains(0), let options = PQconninfoParse(text, &message) else {
            PQfreemem(message)
            throw StoreError.server("The database", .invalidAddress)
        }
        defer { PQconninfoFree(options) }
        self.text = text
        self.preparesStatements = preparesStatements
        name = Self.name(options)
    }

    private static func name(_ options: UnsafeMutablePointer<PQconninfoOption>) -> String {
        var values: [String: String] = [:]
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { values[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        let hosts = (values["host"] ?? values["hostaddr"] ?? "localhost").split(separator: ",")
        let ports = (values["port"] ?? "").split(separator: ",")
        let servers = hosts.enumerated().map { index, host in
            let port = index < ports.count ? ports[index] : ports.last
            return port.map { "\(host):\($0)" } ?? String(host)
        }
        return "\(servers.joined(separator: ","))/\(values["dbname"] ?? values["service"] ?? "")"
    }

    /// The location of a schema, for errors that name a URL.
    func url(schema: String) -> URL {
        var components = URLComponents()
        components.scheme = "postgresql"
        // A socket's folder begins with a slash, and a path with two needs a host before it.
        components.host = ""
        components.path = "/\(name)/\(schema)"
        return components.url ?? URL(fileURLWithPath: "/")
    }

    /// Starts to connect, without waiting; nil if libpq has no memory for a connection.
    func startConnecting() -> OpaquePointer? {
        let keywords = ["dbname", "client_encoding", "application_name", "fallback_application_name"]
        let values = [text, "UTF8", nil, "signals"]
        return withCStrings(keywords, values) { PQconnectStartParams($0, $1, 1) }
    }

    private func withCStrings<Result>(
        _ keywords: [String], _ values: [String?],
        _ body: (UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<UnsafePointer<CChar>?>) -> Result
    ) -> Result {
        let words = keywords.map { UnsafePointer<CChar>(strdup($0)) } + [nil]
        let contents = values.map { $0.map { UnsafePointer<CChar>(strdup($0)) } ?? nil } + [nil]
        defer { for each in words + contents { free(UnsafeMutableRawPointer(mutating: each)) } }
        return body(words, contents)
    }
}

// No print of a container, such as by a debugger, shows a password.
extension PostgresAddress: CustomReflectable, CustomStringConvertible {
    var customMirror: Mirror { Mirror(self, children: ["name": name]) }
    var description: String { name }
}
