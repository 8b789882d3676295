import Foundation
import SignalsPostgres
import SignalsStore

extension PersistentStoreDescription {
    /// The store of a sequence: in memory, or with `SIGNALS_STORE=postgres` in the environment in a schema of its own on the
    /// server at `SIGNALS_POSTGRES`, over which the same holds.
    static var graph: PersistentStoreDescription {
        let environment = ProcessInfo.processInfo.environment
        guard environment["SIGNALS_STORE"] == "postgres" else { return .inMemory() }
        var store = postgres(environment["SIGNALS_POSTGRES"] ?? "", schema: "graph_\(UUID().uuidString)")
        store.durability = .off
        store.busyTimeout = 30
        return store
    }
}
