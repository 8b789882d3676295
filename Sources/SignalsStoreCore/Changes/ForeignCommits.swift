/// The commits of others than this process since they were last asked about.
package enum ForeignCommits: Sendable {
    case none
    /// The changes of each of them, in the order in which they were committed.
    case notices([CommitNotice])
    /// There are changes, but the store cannot name them.
    case everything
}

extension ForeignCommits {
    /// These commits, and then later ones.
    package func followed(by later: ForeignCommits) -> ForeignCommits {
        switch (self, later) {
        case (.everything, _), (_, .everything): .everything
        case (.none, let commits), (let commits, .none): commits
        case (.notices(let first), .notices(let second)): .notices(first + second)
        }
    }
}
