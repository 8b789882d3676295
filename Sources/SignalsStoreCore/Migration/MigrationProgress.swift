/// How far the migration of a store is.
public struct MigrationProgress: Sendable, Equatable {
    /// How much is done, from 0 to 1. It never falls while a store is being opened.
    public let fractionCompleted: Double
    /// What is being done, fit for a person, as in `Chore: 3000 of 9500`. It also names the copy of the file, and
    /// what is dropped and converted.
    public let description: String
}
