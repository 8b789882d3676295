/// The changes of a list since a former state of it. They may be joined from many updates; none of the lists between is
/// kept.
struct RowChanges<ID: Hashable & Sendable>: Sendable {
    /// More changes than these cost more than a look at all rows.
    static var most: Int { 1000 }

    /// The removed and inserted rows; nil if they are unknown.
    private(set) var moves: PositionMoves? = PositionMoves()
    /// The rows with other values; nil where any may have others.
    private(set) var updated: Set<ID>? = []
    /// True if there was no update.
    private(set) var isEmpty = true

    /// No changes.
    init() {}

    /// The changes that an update says.
    ///
    /// - Parameter before: the number of rows before it.
    init<Row>(_ update: RowUpdate<Row>, before: Int) where Row.ID == ID {
        isEmpty = false
        moves = update.difference.flatMap { difference in
            difference.count > Self.most
                ? nil : PositionMoves(difference, before: before, after: update.rows.count)
        }
        // A list that says nothing of its changes may have any.
        let isKnown = update.difference != nil || !update.updated.isEmpty
        updated = isKnown && update.updated.count <= Self.most ? update.updated : nil
    }

    /// Adds later changes.
    mutating func add(_ next: RowChanges) {
        if isEmpty { return self = next }
        if next.isEmpty { return }
        moves = moves.flatMap { moves in next.moves.map { moves.followed(by: $0) } }
        updated = updated.flatMap { updated in next.updated.map { updated.union($0) } }
        if moves?.count ?? 0 > Self.most { moves = nil }
        if updated?.count ?? 0 > Self.most { updated = nil }
    }
}
