/// A context that is notified of a store's commits, but for its own.
package protocol CommitFollower: AnyObject, Sendable {
    /// Called by the writer, in the order of the commits; must not keep it waiting.
    func receive(_ notice: CommitNotice)
}
