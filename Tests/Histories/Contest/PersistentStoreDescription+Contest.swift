import Foundation
import SignalsPostgres
import SignalsStore

extension PersistentStoreDescription {
    private static let patience: TimeInterval = 60

    /// The store of a contest in a file.
    package static func contest(file: URL) -> PersistentStoreDescription {
        var store = sqlite(at: file)
        store.busyTimeout = patience
        return store
    }

    /// The store of a contest on a server.
    package static func contest(server: String, schema: String) -> PersistentStoreDescription {
        var store = postgres(server, schema: schema)
        store.durability = .full
        store.busyTimeout = patience
        return store
    }
}
