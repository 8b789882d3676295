import Foundation

/// The opening of an engine of this package that is not SQLite's. Containers with the same key share one engine.
package struct EngineOpening: Sendable {
    /// Names the store within this process.
    package let key: String
    /// The store's address, for messages: without a user, a password or options.
    package let url: URL
    /// The settings that must be the same wherever one process has the store open.
    package let settings: String
    /// Opens the store with the model's entities, and brings it to them. Throws `StoreError`.
    package let open: @Sendable ([EntitySchema], EngineSettings) throws -> any StoreEngine

    package init(
        key: String, url: URL, settings: String,
        open: @escaping @Sendable ([EntitySchema], EngineSettings) throws -> any StoreEngine
    ) {
        self.key = key
        self.url = url
        self.settings = settings
        self.open = open
    }
}

/// The settings of the store in a container's description.
package struct EngineSettings: Sendable {
    package let modelVersion: Int
    package let migration: MigrationOptions
    package let durability: Durability
    /// The longest time that is waited, in seconds: what is longer, such as infinity, does not fit a server's settings.
    private static let greatestTimeout = 1_000_000.0
    /// The longest time, in seconds, that opening, reading or saving waits.
    package let timeout: TimeInterval

    package init(modelVersion: Int, migration: MigrationOptions, durability: Durability, timeout: TimeInterval) {
        self.modelVersion = modelVersion
        self.migration = migration
        self.durability = durability
        self.timeout = timeout > 0 ? min(timeout, Self.greatestTimeout) : 0
    }
}
