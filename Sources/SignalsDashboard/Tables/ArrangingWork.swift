/// The work that brings an arrangement up to date with its list and with what a person asked for. It is done at once or in
/// the background.
struct ArrangingWork<Row: Identifiable & Sendable>: Sendable where Row.ID: Sendable {
    struct Outcome: Sendable {
        var arrangement: Arrangement<Row>
        var index: RowIndex<Row>?
        /// The line of the selected row; nil if it is not shown.
        var line: Int?
        /// The line of the rows that followed the selected one before.
        var successor: Int
        /// The marked rows that are not in the list any more.
        var lost: Set<Row.ID> = []
    }

    /// The arrangement until now, the filter it was made with, and the index of its list. The filter is nil if anything else
    /// is arranged by other rules now.
    var before: Arrangement<Row>
    var filterBefore: String?
    var index: RowIndex<Row>?
    /// The list now, and its changes since.
    var rows: RowList<Row>
    var changes: RowChanges<Row.ID>
    var arranging: Arranging<Row>
    var selected: Row.ID?
    /// The line of the selected row, and its position in the list before if it is known.
    var selectedLine: Int
    var selectedPosition: Int?
    /// The marked rows, if they may have left without being known to.
    var marked: Set<Row.ID>

    /// Does it; nil if it was cancelled.
    ///
    /// - Parameters:
    ///   - isCancelled: asked now and then.
    ///   - showFirst: called once with the first rows that match, if more may follow and they are not sorted.
    func run(
        isCancelled: () -> Bool = { false }, showFirst: (Arrangement<Row>) -> Void = { _ in }
    ) -> Outcome? {
        let moves = changes.moves ?? comparedMoves
        guard let (next, index) = arrange(moves, isCancelled, showFirst) else { return nil }
        return Outcome(
            arrangement: next, index: index, line: line(in: next, moves),
            successor: arranging.isPlain ? moves?.successor(of: selectedLine) ?? selectedLine : selectedLine,
            lost: lost(moves))
    }

    /// True if the arrangement until now is by the same rules.
    private var isSame: Bool { filterBefore == arranging.filter && !before.isPlain && !arranging.isPlain }

    /// The moves as the identities of all rows show them, where it is worth it to compare those.
    private var comparedMoves: PositionMoves? {
        guard isSame && changes.updated != nil || !marked.isEmpty else { return nil }
        return PositionMoves(from: before.rows, to: rows, most: RowChanges<Row.ID>.most)
    }

    private func arrange(
        _ moves: PositionMoves?, _ isCancelled: () -> Bool, _ showFirst: (Arrangement<Row>) -> Void
    ) -> (Arrangement<Row>, RowIndex<Row>?)? {
        guard !arranging.isPlain else { return (Arrangement(rows), nil) }
        var index = index
        if let moves { index?.apply(moves, from: before.rows, to: rows) } else { index = nil }
        if isSame, let moves, let ids = changes.updated, moves.count + ids.count <= RowChanges<Row.ID>.most {
            if index == nil, !ids.isEmpty { index = RowIndex(rows) }
            let updated = ids.compactMap { index?.position(of: $0, in: rows) }
            return (before.applying(moves, updated: updated, to: rows, arranging), index)
        }
        let next =
            canNarrow
            ? arranging.narrow(before, isCancelled: isCancelled, showFirst: showFirst)
            : arranging.arrange(rows, isCancelled: isCancelled, showFirst: showFirst)
        return next.map { ($0, index) }
    }

    /// True if all rows that are to be shown are among those that were.
    private var canNarrow: Bool {
        guard let filterBefore, changes.isEmpty, !before.isPlain else { return false }
        return TextSearch(arranging.filter).isNarrower(than: TextSearch(filterBefore))
    }

    private func line(in next: Arrangement<Row>, _ moves: PositionMoves?) -> Int? {
        guard let selected else { return nil }
        guard let selectedPosition, let moves else {
            return MovedLine.line(of: selected, near: selectedLine, in: next)
        }
        let position =
            moves.position(of: selectedPosition) ?? moves.insertions.first { rows.id(at: $0) == selected }
        return position.flatMap { next.line(ofPosition: $0, near: selectedLine) }
    }

    private func lost(_ moves: PositionMoves?) -> Set<Row.ID> {
        if marked.isEmpty { return [] }
        guard let moves else {
            let there = (0..<rows.count).lazy.map { rows.id(at: $0) }.filter { marked.contains($0) }
            return marked.subtracting(there)
        }
        return Set(moves.removals.map { before.rows.id(at: $0) }).subtracting(moves.insertions.map { rows.id(at: $0) })
    }
}
