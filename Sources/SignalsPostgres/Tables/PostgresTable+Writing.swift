import SignalsSQL
import SignalsStoreCore

extension PostgresTable {
    /// The statement that adds rows.
    ///
    /// - Throws: `SaveError` for a value that its column cannot have.
    func insertion(of rows: ArraySlice<StoredRow>) throws(SaveError) -> Statement {
        var parameters = Parameters()
        if rows.count == 1, let row = rows.first {
            // The server is done with it in half of the time.
            try append(row, to: &parameters)
            return Statement(insertionText(valuesFrom: 1), parameters)
        }
        let lists = try lists(rows, Array(allColumns.indices), &parameters).joined(separator: ", ")
        return Statement("INSERT INTO \(name) (\(columnList)) SELECT * FROM unnest(\(lists))", parameters)
    }

    /// The text of a statement that adds a row.
    ///
    /// - Parameters:
    ///   - first: the number of the parameter that is the first value.
    ///   - source: the part of a statement that must have a row first; nil for none.
    func insertionText(valuesFrom first: Int, after source: String? = nil) -> String {
        let values = allTypes.enumerated().map { Parameters.placeholder(first + $0, $1) }.joined(separator: ", ")
        return "INSERT INTO \(name) (\(columnList)) "
            + (source.map { "SELECT \(values) FROM \($0)" } ?? "VALUES (\(values))")
    }

    /// Adds the values of a row to the parameters of a statement.
    ///
    /// - Throws: `SaveError` for a value that its column cannot have.
    func append(_ row: StoredRow, to parameters: inout Parameters) throws(SaveError) {
        for (column, value) in allValues(row).enumerated() where !parameters.append(value, as: allTypes[column]) {
            throw unencodable(column)
        }
    }

    /// The statement that adds the rows of pages.
    ///
    /// - Throws: `SaveError` for a value that its column cannot have.
    func insertion(of pages: [RowPage]) throws(SaveError) -> Statement {
        let count = pages.reduce(0) { $0 + $1.count }
        guard count > 1, pages.allSatisfy(\.hasOnlyPlainBytes) else {
            return try insertion(of: pages.flatMap { $0.map(\.stored) }[...])
        }
        var parameters = Parameters()
        var lists = [
            parameters.add(numbers: pages.lazy.joined().lazy.map(\.number)),
            parameters.add(numbers: pages.lazy.joined().lazy.map(\.version)),
        ]
        for (column, type) in table.columns.map(\.type).enumerated() {
            var encoded: Int32 = 0
            lists.append(
                parameters.add(listOf: type) { bytes in
                    for page in pages {
                        for row in 0..<page.count where bytes.append(page.cell(row, column), of: page, as: type) {
                            encoded += 1
                        }
                    }
                    return encoded
                })
            if Int(encoded) < count { throw unencodable(column + 2) }
        }
        let columns = allColumns.prefix(lists.count).joined(separator: ", ")
        return Statement(
            "INSERT INTO \(name) (\(columns)) SELECT * FROM unnest(\(lists.joined(separator: ", ")))", parameters)
    }

    /// The statement that gives rows other values. It fails if one has not the version that it was read with, or keeps a
    /// text, which its new ones may replace.
    ///
    /// - Parameter columns: the columns of the updates' edits, in their order.
    /// - Throws: `SaveError` for a value that its column cannot have.
    func update(_ updates: [ChangeSet.Update], _ columns: [Int]) throws(SaveError) -> Statement {
        var parameters = Parameters()
        var lists = [
            parameters.add(numbers: updates.lazy.map(\.number)),
            parameters.add(numbers: updates.lazy.map(\.baseVersion)),
        ]
        for (position, column) in columns.enumerated() {
            let values = updates.map { $0.edits[position].value }
            guard let list = parameters.add(column: values, as: allTypes[column + 2]) else {
                throw unencodable(column + 2)
            }
            lists.append(list)
        }
        let (number, version) = (QueryGenerator.numberColumn, QueryGenerator.versionColumn)
        let names = columns.map { self.columns[$0] }
        let given = ([number, version] + names).joined(separator: ", ")
        let assignments = ["\(version) = u.\(version) + 1"] + names.map { "\($0) = u.\($0)" }
        let keepsNoTexts =
            columns.contains { table.columns[$0].type == .string } ? " AND t.\(KeptTexts.column) IS NULL" : ""
        let count = parameters.add(Int64(updates.count))
        return Statement(
            "WITH updated AS (UPDATE \(name) AS t SET \(assignments.joined(separator: ", ")) "
                + "FROM unnest(\(lists.joined(separator: ", "))) AS u(\(given)) "
                + "WHERE t.\(number) = u.\(number) AND t.\(version) = u.\(version)\(keepsNoTexts) RETURNING 1) "
                + "SELECT 1 / CASE WHEN (SELECT count(*) FROM updated) = \(count) THEN 1 ELSE 0 END", parameters)
    }

    /// An array for each of some columns.
    func lists(
        _ rows: ArraySlice<StoredRow>, _ columns: [Int], _ parameters: inout Parameters
    ) throws(SaveError) -> [String] {
        let values = rows.map(allValues)
        var lists: [String] = []
        for column in columns {
            guard let list = parameters.add(column: values.map { $0[column] }, as: allTypes[column]) else {
                throw unencodable(column)
            }
            lists.append(list)
        }
        return lists
    }

    private func unencodable(_ column: Int) -> SaveError {
        SaveError(
            .unencodable(reason: "it is no value of the column's type, \(allTypes[column].column.name)"),
            entityName: table.name, attributeName: allColumns[column])
    }
}
