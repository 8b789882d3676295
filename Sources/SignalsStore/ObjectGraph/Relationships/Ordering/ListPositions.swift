/// The context's record of the lists that it has read or changed, and of the positions of their members.
struct ListPositions {
    /// The lists that a piece of work changes.
    var moved = MovedMembers()
    /// The positions at the end of lists that were not read.
    var unread = UnreadLists()
    /// The positions that a save under way gave to members of lists.
    private var saved: SavedPositions?
    /// The number of times that something had been committed when the first list was read or made whose order objects
    /// keep; nil before.
    private var asOf: Int?

    /// True if a list whose order objects keep was read or made.
    var hasRead: Bool { asOf != nil }

    /// Notes that a list is read after so many commits. The first one counts.
    mutating func noteRead(asOf commits: Int) { if asOf == nil { asOf = commits } }

    /// Notes the one commit after so many, which is the context's own: what was read before it is as new as what it left.
    mutating func noteOwnCommit(after commits: Int) { if asOf == commits { asOf = commits + 1 } }

    /// True if all lists were read after so many commits, and one was.
    func isRead(asOf commits: Int) -> Bool { asOf == commits }

    mutating func keep(_ positions: SavedPositions) { saved = positions }

    /// Returns the positions of the save that ends.
    mutating func takeSaved() -> SavedPositions? { saved.take() }

    /// Forgets the ends of lists, of which no change is left.
    mutating func forgetChanges() { unread = UnreadLists() }

    /// Forgets what was read, after all objects were forgotten.
    mutating func reset() { (asOf, unread) = (nil, UnreadLists()) }
}
