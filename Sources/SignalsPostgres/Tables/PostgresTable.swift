import SignalsSQL
import SignalsStoreCore

/// A table of rows on the server.
struct PostgresTable: Sendable {
    let table: StoreTable
    /// With the schema's, as it stands in a statement.
    let name: String
    /// The columns of the values, as they stand in a statement.
    let columns: [String]
    /// True where rows keep texts that are not in normal form.
    let keepsTexts: Bool

    /// - Parameter sets: the columns that no two rows have the same values in together.
    init(_ table: StoreTable, in schema: String, uniqueSets sets: [[Int]] = []) {
        self.table = table
        uniqueColumns = Set(table.columns.indices.filter { table.columns[$0].isUnique } + sets.joined())
        name = PostgresName.quoted(schema) + "." + PostgresName.quoted(table.name)
        columns = table.columns.map { PostgresName.quoted($0.name) }
        keepsTexts = table.columns.contains { $0.type == .string }
        allColumns =
            [QueryGenerator.numberColumn, QueryGenerator.versionColumn] + columns
            + (keepsTexts ? [KeptTexts.column] : [])
        allTypes = [.integer64, .integer64] + table.columns.map(\.type) + (keepsTexts ? [.codable] : [])
        columnList = allColumns.joined(separator: ", ")
        let (rows, number) = ("SELECT \(columnList) FROM \(name) WHERE ", QueryGenerator.numberColumn)
        rowOfNumber = rows + "\(number) = $1::bigint"
        rowsOfNumbers = rows + "\(number) = ANY($1::bigint[]) ORDER BY \(number)"
        rowsOfFewNumbers =
            "SELECT \(columnList) FROM unnest($1::bigint[]) AS wanted(signals_wanted) "
            + "CROSS JOIN LATERAL (\(rows)\(number) = signals_wanted LIMIT 1) AS found ORDER BY \(number)"
    }

    /// The indices of columns that are unique, alone or together with others.
    let uniqueColumns: Set<Int>

    /// All columns, in the order in which rows are read and written.
    let allColumns: [String]
    /// Their types, in the same order.
    let allTypes: [AttributeType]
    /// All columns, as a statement lists them.
    let columnList: String
    private let rowOfNumber: String
    private let rowsOfNumbers: String
    /// Finds each row by the index. With `= ANY` a server that does not know the table's size reads all of the table, and
    /// keeps that plan when the table has grown.
    private let rowsOfFewNumbers: String

    /// The statement that finds rows by their numbers, each given once, in the order of these. Its text is not written each
    /// time: an object that is read by itself is read so.
    func selection(of numbers: [StoredValue]) -> Statement {
        var parameters = Parameters()
        if numbers.count == 1, parameters.add(numbers[0], as: .integer64) != nil {
            return Statement(rowOfNumber, parameters)
        }
        _ = parameters.add(list: numbers, as: .integer64)
        return Statement(parameters.hasLongList ? rowsOfNumbers : rowsOfFewNumbers, parameters)
    }

    /// The rows of an answer whose columns are all of the table's.
    ///
    /// - Throws: `PostgresFailure` where they have other types.
    func rows(_ result: PostgresResult) throws(PostgresFailure) -> [StoredRow] {
        try result.require(allTypes)
        return (0..<result.count).map { row in
            let values = values(result, row)
            return StoredRow(
                number: result.integer(row, 0) ?? 0, version: result.integer(row, 1) ?? 0, values: values)
        }
    }

    private func values(_ result: PostgresResult, _ row: Int) -> [StoredValue] {
        let values = table.columns.enumerated().map { index, column in
            PostgresValue.value(result.bytes(row, index + 2), as: column.type)
        }
        guard keepsTexts, let kept = result.text(row, columns.count + 2) else { return values }
        let texts = KeptTexts(.text(kept))
        return zip(values, table.columns).map { $1.type == .string ? texts.exact($0, of: $1.name) : $0 }
    }

    /// The values of all columns for a row.
    func allValues(_ row: StoredRow) -> [StoredValue] {
        var all: [StoredValue] = [.integer(row.number), .integer(row.version)]
        var kept = KeptTexts()
        for (value, column) in zip(row.values, table.columns) {
            all.append(column.type == .string ? kept.keep(value, of: column.name) : value)
        }
        return keepsTexts ? all + [kept.storedValue] : all
    }
}
