/// The source of a context's reads: the store as it was last committed, one state of it, or replicas.
struct ReadSource {
    /// The state of the store that the context is pinned to; nil for what was last committed.
    private var pinned: (any StoreReader)?
    /// The reader that replicas answer, where they may and the store has some.
    private var replicas: (any StoreReader)?
    /// The number of times that something had been committed when the context was pinned.
    private var pinnedAsOf = 0
    /// True if what was last committed is not what is read, which is faster to copy than one of these.
    private(set) var isElsewhere = false
    /// True if replicas may answer, as far as the store has any.
    private(set) var mayBeReplicas = false
    /// True if the pinned state is the store as the context's closure has it to itself.
    private(set) var isAlone = false
    /// The number of times that something had been committed at the first read; nil before.
    private var asOf: Int?

    /// True if nothing was read yet that a replica may not have.
    var isUnused: Bool { asOf == nil }

    var isPinned: Bool { isElsewhere && pinned != nil }

    var hasReplicas: Bool { replicas != nil }

    /// Returns the reader that is asked next.
    ///
    /// - Parameters:
    ///   - store: the store as it was last committed.
    ///   - commits: the number of commits until now.
    @inline(__always)
    mutating func reader(of store: any StoreReader, asOf commits: Int) -> any StoreReader {
        if asOf == nil { asOf = commits }
        return isElsewhere ? pinned ?? replicas ?? store : store
    }

    /// The number of commits that what is read now has: as many as there are, or as there were when the context was pinned.
    ///
    /// - Parameter commits: the number of commits until now.
    func commits(of commits: Int) -> Int { isPinned ? pinnedAsOf : commits }

    /// Notes the one commit after so many, which is the context's own: what was read before it is as new as what it left.
    mutating func noteOwnCommit(after commits: Int) { if asOf ?? commits == commits { asOf = commits + 1 } }

    /// True if there was another commit after the first read.
    func isBehind(commits: Int) -> Bool { asOf != commits }

    /// Pins to a state of the store.
    ///
    /// - Parameters:
    ///   - reader: the state; nil for what was last committed.
    ///   - commits: the number of commits until now, after the state was taken.
    ///   - isAlone: true if it is the store as a closure has it to itself.
    mutating func pin(to reader: (any StoreReader)?, asOf commits: Int, isAlone: Bool = false) {
        (pinned, pinnedAsOf, self.isAlone) = (reader, commits, isAlone)
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
        level.pin(to: pinned, asOf: pinnedAsOf, isAlone: isAlone)
        pin(to: nil, asOf: pinnedAsOf, isAlone: isAlone)
        return level
    }
}
