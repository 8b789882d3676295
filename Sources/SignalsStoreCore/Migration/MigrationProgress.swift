/// The progress of the migration of a store.
public struct MigrationProgress: Sendable, Equatable {
    /// The part that is done, from 0 to 1. It never falls while a store is being opened.
    public let fractionCompleted: Double
    /// The work under way, as a text for a person, as in `Chore: 3000 of 9500`. It also names the copy of the file, and
    /// the data that is dropped and converted.
    public let description: String
}
