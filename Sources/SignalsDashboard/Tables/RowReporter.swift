import Foundation

/// The reporter of changes of rows, for the modes that show a table without a screen.
struct RowReporter<Row: Identifiable & Sendable> where Row.ID: Sendable {
    /// The cells of a row as they are reported.
    private struct Cells {
        var texts: [String] = []
        var numbers: [String: Double] = [:]
        var moments: [String: Date] = [:]

        init(_ columns: [Column<Row>], of row: Row, now: Date) {
            for column in columns {
                texts.append(column.cell(row, .init(now: now, isNarrow: false)).text)
                if let number = column.number?(row) { numbers[column.title] = number }
                if let moment = column.moment?(row) { moments[column.title] = moment }
            }
        }

        /// Returns true if a row has other values. The text of a day is another one at midnight, which is not a change
        /// of the row.
        func differ(from other: Cells, _ columns: [Column<Row>]) -> Bool {
            zip(columns, zip(texts, other.texts)).contains { column, texts in
                column.moment == nil
                    ? texts.0 != texts.1 : moments[column.title] != other.moments[column.title]
            }
        }
    }

    private let columns: [Column<Row>]
    /// The cells of each row when it was reported last; nil before the first report.
    private var known: [Row.ID: Cells]?
    /// The changes of a long list, of which no texts are kept, since they were reported last.
    private var noted: [Change] = []

    /// The greatest number of changes of one update that are reported one by one.
    private static var mostChanges: Int { 1000 }

    init(_ columns: [Column<Row>]) {
        self.columns = columns
    }

    /// Returns the changes since the last call; nothing at the first.
    mutating func news(of rows: RowList<Row>, now: Date = .now) -> [Change] {
        let before = known
        var present: [Row.ID: Cells] = [:]
        var changes: [Change] = []
        for position in 0..<rows.count {
            let row = rows[position]
            let cells = Cells(columns, of: row, now: now)
            present[row.id] = cells
            guard let before else { continue }
            guard let former = before[row.id] else {
                changes.append(change("added", row.id, cells))
                continue
            }
            if cells.differ(from: former, columns) { changes.append(change("changed", row.id, cells)) }
        }
        for (id, cells) in before ?? [:] where present[id] == nil { changes.append(change("removed", id, cells)) }
        known = present
        return changes
    }

    /// Returns the changes that were noted since the last call.
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
            noted.append(change(isMoved ? "changed" : "added", id, cells(of: update.rows[position])))
        }
        if !changed.isEmpty {
            for position in 0..<update.rows.count {
                let id = update.rows.id(at: position)
                if changed.remove(id) != nil { noted.append(change("changed", id, cells(of: update.rows[position]))) }
                if changed.isEmpty { break }
            }
        }
        for (id, position) in removed { noted.append(change("removed", id, cells(of: before[position]))) }
    }

    private func cells(of row: Row) -> Cells { Cells(columns, of: row, now: .now) }

    private func change(_ kind: String, _ id: Row.ID, _ cells: Cells) -> Change {
        let values = Dictionary(zip(columns.map(\.title), cells.texts)) { first, _ in first }
        let sentence = cells.texts.filter { !$0.isEmpty }.joined(separator: "  ")
        return Change(
            kind: kind, id: Self.text(of: id), sentence: sentence, values: values, numbers: cells.numbers,
            days: cells.moments)
    }

    /// Returns an identity as text; nil for that of a row without one, such as the first of a list of groups: "all".
    private static func text(of id: Row.ID) -> String? {
        let mirror = Mirror(reflecting: id)
        guard mirror.displayStyle == .optional else { return "\(id)" }
        return mirror.children.first.map { "\($0.value)" }
    }
}
