/// The commit of a transaction that can be committed once.
enum OneShotCommit {
    static func mark(_ isCommitted: inout Bool) {
        if isCommitted {
            fatalError(
                "commit() was called twice on a transaction that is committed once, when its closure returns. Call it "
                    + "once, or use beginDetached(), whose transactions may be committed as often as you like.")
        }
        isCommitted = true
    }
}
