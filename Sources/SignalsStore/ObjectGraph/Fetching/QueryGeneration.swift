/// A state of the store that a context can be pinned to. Core Data's `NSQueryGenerationToken`.
public enum QueryGeneration: Sendable {
    /// The state that is committed at the moment of pinning.
    case current
}
