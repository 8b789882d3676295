/// Says what has become of rows, for the ways of showing a table without a screen.
struct RowReporter<Row: Identifiable & Sendable> where Row.ID: Sendable {
    private let columns: [Column<Row>]
    /// The text of each row when it was reported last; nil before the first report.
    private var known: [Row.ID: [String]]?

    init(_ columns: [Column<Row>]) {
        self.columns = columns
    }

    /// The changes since the last call; nothing at the first.
    mutating func news(of rows: RowList<Row>) -> [Change] {
        let before = known
        var now: [Row.ID: [String]] = [:]
        var changes: [Change] = []
        for position in 0..<rows.count {
            let row = rows[position]
            let texts = columns.map { $0.cell(row, .init(now: .now, isNarrow: false)).text }
            now[row.id] = texts
            guard let before, before[row.id] != texts else { continue }
            changes.append(change(before[row.id] == nil ? "added" : "changed", row.id, texts))
        }
        for (id, texts) in before ?? [:] where now[id] == nil { changes.append(change("removed", id, texts)) }
        known = now
        return changes
    }

    private func change(_ kind: String, _ id: Row.ID, _ texts: [String]) -> Change {
        let values = Dictionary(zip(columns.map(\.title), texts)) { first, _ in first }
        let sentence = texts.filter { !$0.isEmpty }.joined(separator: "  ")
        return Change(kind: kind, id: "\(id)", sentence: sentence, values: values)
    }
}
