/// Receives each commit of a store, but for its own.
package protocol CommitFollower: AnyObject, Sendable {
    /// Called by the writer, in the order of the commits; must not keep it waiting.
    func receive(_ notice: CommitNotice)
}

/// Receives each commit of a store, and of its end.
package protocol CommitListener: CommitFollower {
    func storeDidClose()
}
