/// The positions at the end of lists that were not read when they were given, where the members keep the order.
///
/// A list need not be read to append a member: the position of the last one is enough. Members that other contexts
/// append until the list is read, or saved, come before it.
struct UnreadLists {
    struct List: Hashable {
        let owner: Int64
        /// The index of the relationship to many.
        let index: Int
    }

    private struct Key: Hashable {
        let member: Int64
        let column: Int
    }

    private struct End: Equatable {
        let owner: Int64
        let position: Double
    }

    private var positions: [Key: End] = [:]
    /// The greatest positions in the lists, as far as they were asked for.
    private var ends: [List: Double] = [:]
    /// The number of times that something had been committed when the first of the positions was asked for.
    private(set) var asOf: Int?

    var isEmpty: Bool { positions.isEmpty }

    func end(of list: List) -> Double? { ends[list] }

    /// Forgets the ends of lists, which may have changed; those of one list, or of all.
    mutating func forgetEnd(of list: List? = nil) {
        if let list { ends[list] = nil } else { ends = [:] }
    }

    /// Notes that a member was put at the end of a list.
    ///
    /// - Parameter commits: the number of times that something had been committed when the end was asked for.
    mutating func note(_ member: Int64, _ column: Int, at position: Double, of list: List, asOf commits: Int) {
        positions[Key(member: member, column: column)] = End(owner: list.owner, position: position)
        ends[list] = position
        asOf = min(asOf ?? commits, commits)
    }

    /// True if the position that a member has was given to it as the end of this owner's list.
    func isEnd(_ position: Double, _ member: Int64, _ column: Int, of owner: Int64) -> Bool {
        positions[Key(member: member, column: column)] == End(owner: owner, position: position)
    }

    /// Forgets that a member was appended to a list that has been read now.
    mutating func forget(_ member: Int64, _ column: Int) { positions[Key(member: member, column: column)] = nil }
}
