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
}
