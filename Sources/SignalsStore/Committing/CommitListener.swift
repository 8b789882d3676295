/// Is told of each commit of a store, but for its own.
protocol CommitFollower: AnyObject, Sendable {
    /// Called by the writer, in the order of the commits; must not keep it waiting.
    func receive(_ notice: CommitNotice)
}

/// Is told of each commit of a store, and of its end.
protocol CommitListener: CommitFollower {
    func storeDidClose()
}
