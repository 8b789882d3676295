import SignalsSQL
import SignalsStoreCore

/// Writes a commit's statements for one table: one each for all rows that are deleted, updated and inserted.
struct TableWriter {
    private static let number = QueryGenerator.numberColumn
    /// The number of rows that one statement adds.
    private static let mostRows = 20_000

    let table: PostgresTable
    let edits: TableEdits

    /// - Throws: `SaveError` for a value that its column cannot have.
    func statements() throws(SaveError) -> [Statement] {
        // A unique value may go from one row to another: those that change one make room before any gets its new one.
        let moved = edits.updated.filter(movesUniqueValue)
        let stayed = moved.isEmpty ? edits.updated : edits.updated.filter { !movesUniqueValue($0) }
        var statements: [Statement] = []
        let removed = edits.removed + moved.map(\.after.number)
        if !removed.isEmpty { statements.append(removal(removed)) }
        if !stayed.isEmpty { statements.append(try update(stayed)) }
        let added = edits.inserted + moved.map(\.after)
        for start in stride(from: 0, to: added.count, by: Self.mostRows) {
            statements.append(try table.insertion(of: added[start..<min(start + Self.mostRows, added.count)]))
        }
        return statements
    }

    private func movesUniqueValue(_ edit: (before: StoredRow, after: StoredRow)) -> Bool {
        table.uniqueColumns.contains { edit.before.values[$0] != edit.after.values[$0] }
    }

    private func removal(_ numbers: [Int64]) -> Statement {
        var parameters = Parameters()
        return Statement(
            "DELETE FROM \(table.name) WHERE \(Self.number) = ANY(\(parameters.add(numbers: numbers)))", parameters)
    }

    private func update(_ edits: [(before: StoredRow, after: StoredRow)]) throws(SaveError) -> Statement {
        var changed: Set<Int> = []
        for edit in edits {
            for index in edit.after.values.indices where edit.before.values[index] != edit.after.values[index] {
                changed.insert(index)
            }
        }
        let texts = changed.contains { table.table.columns[$0].type == .string }
        // The number, the version, what has changed, and what is kept of texts.
        let columns = [0, 1] + changed.sorted().map { $0 + 2 } + (texts ? [table.allColumns.count - 1] : [])
        var parameters = Parameters()
        let lists = try table.lists(edits.map(\.after)[...], columns, &parameters)
        let names = columns.map { table.allColumns[$0] }
        return Statement(
            "UPDATE \(table.name) AS t SET \(names.dropFirst().map { "\($0) = u.\($0)" }.joined(separator: ", ")) "
                + "FROM unnest(\(lists.joined(separator: ", "))) AS u(\(names.joined(separator: ", "))) "
                + "WHERE t.\(Self.number) = u.\(Self.number)", parameters)
    }
}
