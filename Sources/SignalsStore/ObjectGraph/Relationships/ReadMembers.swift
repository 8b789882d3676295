/// The context's record of the ends of relationships that it has read, which other contexts may have changed since.
struct ReadMembers {
    /// The members that to-manys had before a fetch.
    var former = FormerMembers()
    /// One-to-ones whose ends do not agree yet.
    var parted = PartedPairs()
    /// The number of times that something had been committed when the first end of a relationship was read; nil before.
    private(set) var asOf: Int?
    /// The number of changes that had been made in the contexts above at that time.
    private var changesAboveAsOf = 0

    /// Notes that the first end of a relationship is read.
    ///
    /// - Parameters:
    ///   - commits: the number of commits until now.
    ///   - changesAbove: the number of changes in the contexts above until now.
    mutating func noteRead(asOf commits: Int, changesAbove: Int) { (asOf, changesAboveAsOf) = (commits, changesAbove) }

    /// Notes the one commit after so many, which is the context's own: what was read before it is as new as what it left.
    mutating func noteOwnCommit(after commits: Int) { if asOf == commits { asOf = commits + 1 } }

    /// True if something was committed after the first was read.
    func isBehind(commits: Int) -> Bool { asOf != nil && asOf != commits }

    /// True if something was changed in the contexts above after the first was read.
    func isBehind(changesAbove: Int) -> Bool { asOf != nil && changesAboveAsOf != changesAbove }
}
