/// Who hears of commits, from those who need to know the least.
package enum CommitAudience: Sendable {
    case nobody
    /// Contexts, whose objects new rows concern only where they refer to them.
    case contexts
    case liveQueries
}
