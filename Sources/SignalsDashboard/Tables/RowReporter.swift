/// Says what has become of rows, for the ways of showing a table without a screen.
struct RowReporter<Row: Identifiable & Sendable> where Row.ID: Sendable {
    private let columns: [Column<Row>]
    /// The text of each row when it was reported last; nil before the first report.
    private var known: [Row.ID: [String]]?
    /// The changes of a long list, of which no texts are kept, since they were reported last.
    private var noted: [Change] = []

    /// So many changes of one update are told one by one at most.
    private static var mostChanges: Int { 1000 }

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
            let texts = texts(of: row)
            now[row.id] = texts
            guard let before, before[row.id] != texts else { continue }
            changes.append(change(before[row.id] == nil ? "added" : "changed", row.id, texts))
        }
        for (id, texts) in before ?? [:] where now[id] == nil { changes.append(change("removed", id, texts)) }
        known = now
        return changes
    }

    /// The changes that were noted since the last call.
    mutating func newsOfUpdates() -> [Change] {
        defer { (noted, known) = ([], nil) }
        return noted
    }

    /// Notes what an update says of a list that is too long to compare.
    ///
    /// - Parameter before: the list until then.
    mutating func note(_ update: RowUpdate<Row>, after before: RowList<Row>) {
        guard let difference = update.difference, difference.count + update.updated.count <= Self.mostChanges else {
            noted.append(Change(kind: "changed", sentence: "\(update.rows.count.grouped) rows"))
            return
        }
        var removed: [Row.ID: Int] = [:]
        var changed = update.updated
        for case .remove(let position, let id, _) in difference.removals { removed[id] = position }
        for case .insert(let position, let id, _) in difference.insertions {
            let isMoved = removed.removeValue(forKey: id) != nil
            if isMoved, changed.remove(id) == nil { continue }
            noted.append(change(isMoved ? "changed" : "added", id, texts(of: update.rows[position])))
        }
        if !changed.isEmpty {
            for position in 0..<update.rows.count {
                let id = update.rows.id(at: position)
                if changed.remove(id) != nil { noted.append(change("changed", id, texts(of: update.rows[position]))) }
                if changed.isEmpty { break }
            }
        }
        for (id, position) in removed { noted.append(change("removed", id, texts(of: before[position]))) }
    }

    private func texts(of row: Row) -> [String] {
        columns.map { $0.cell(row, .init(now: .now, isNarrow: false)).text }
    }

    private func change(_ kind: String, _ id: Row.ID, _ texts: [String]) -> Change {
        let values = Dictionary(zip(columns.map(\.title), texts)) { first, _ in first }
        let sentence = texts.filter { !$0.isEmpty }.joined(separator: "  ")
        return Change(kind: kind, id: Self.text(of: id), sentence: sentence, values: values)
    }

    /// An identity as text; nil for that of a row without one, such as the first of a list of groups: "all".
    private static func text(of id: Row.ID) -> String? {
        let mirror = Mirror(reflecting: id)
        guard mirror.displayStyle == .optional else { return "\(id)" }
        return mirror.children.first.map { "\($0.value)" }
    }
}
