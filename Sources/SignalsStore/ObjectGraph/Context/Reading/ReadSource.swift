/// The source of what a context reads: the store as it was last committed, one state of it, or replicas.
struct ReadSource {
    /// The state of the store that the context is pinned to; nil for what was last committed.
    private var pinned: (any StoreReader)?
    /// The reader that replicas answer, where they may and the store has some.
    private var replicas: (any StoreReader)?
    /// True if what was last committed is not what is read, which is faster to copy than one of these.
    private(set) var isElsewhere = false
    /// True if replicas may answer, as far as the store has any.
    private(set) var mayBeReplicas = false
    /// True if the pinned state is the store as the context's closure has it to itself.
    private(set) var isAlone = false
    /// True if nothing was read yet that a replica may not have.
    private(set) var isUnused = true

    var isPinned: Bool { isElsewhere && pinned != nil }

    var hasReplicas: Bool { replicas != nil }

    /// Returns the reader that is asked next.
    ///
    /// - Parameter store: the store as it was last committed.
    @inline(__always)
    mutating func reader(of store: any StoreReader) -> any StoreReader {
        isUnused = false
        return isElsewhere ? pinned ?? replicas ?? store : store
    }

    /// Pins to a state of the store.
    ///
    /// - Parameters:
    ///   - reader: the state; nil for what was last committed.
    ///   - isAlone: true if it is the store as a closure has it to itself.
    mutating func pin(to reader: (any StoreReader)?, isAlone: Bool = false) {
        (pinned, self.isAlone) = (reader, isAlone)
        isElsewhere = pinned != nil || replicas != nil
    }

    /// Asks replicas from now on, or no more.
    ///
    /// - Parameter reader: the reader that they answer; nil where the store has none.
    mutating func useReplicas(_ mayBeReplicas: Bool, _ reader: (any StoreReader)?) {
        (self.mayBeReplicas, replicas) = (mayBeReplicas, reader)
        isElsewhere = pinned != nil || replicas != nil
    }

    /// Hands the pinned state over to a level between the store and the context, which reads what was last committed
    /// from then on.
    mutating func handOver() -> ReadSource {
        var level = ReadSource()
        level.pin(to: pinned, isAlone: isAlone)
        pin(to: nil, isAlone: isAlone)
        return level
    }
}
