/// The kind of observer that a store's commits are read for, from the one that needs the least detail.
package enum ObserverKind: Sendable {
    case nobody
    /// Contexts, whose objects new rows concern only where they refer to them.
    case contexts
    case liveQueries
}
