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
