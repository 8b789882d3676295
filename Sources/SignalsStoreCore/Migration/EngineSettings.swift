import Foundation

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
