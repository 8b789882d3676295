import SignalsStore

/// The contexts of a sequence.
struct Setup: Hashable {
    struct Context: Hashable {
        var parent: Int?
        var policy: MergePolicy
        var follows: Bool
        var undoes: Bool
    }

    var contexts: [Context]
    /// True if relationships are read only now and then, and not before each step (I12). All contexts follow then.
    var isLazy = false
    /// True if objects are reached only as the steps say, and are let go of in between. All contexts are refreshed when what
    /// they read has changed: what differs then is not the time of reading.
    var isUnread = false
}
