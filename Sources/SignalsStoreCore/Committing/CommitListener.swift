/// A listener that is notified of all of a store's commits, and of its end.
package protocol CommitListener: CommitFollower {
    func storeDidClose()
}
