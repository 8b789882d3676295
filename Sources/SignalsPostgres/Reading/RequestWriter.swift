import SignalsSQL
import SignalsStoreCore

/// Writes requests for the rows of a table as statements, whose results may have more rows than requested, never fewer.
struct RequestWriter {
    private let table: PostgresTable
    private var parameters = Parameters()
    /// True as long as the result has just the rows that were requested.
    private var isExact = true

    init(_ table: PostgresTable) { self.table = table }

    static func statement(_ request: RowRequest, _ table: PostgresTable) -> Statement {
        var writer = RequestWriter(table)
        return writer.statement(request)
    }

    private mutating func statement(_ request: RowRequest) -> Statement {
        var text = "SELECT \(table.allColumns.joined(separator: ", ")) FROM \(table.name)"
        let condition = condition(request.selection)
        if condition != "TRUE" { text += " WHERE " + condition }
        if let limit = request.limit, isExact, let order = order(request.order, request.selection) {
            text += " ORDER BY \(order) LIMIT \(parameters.add(Int64(limit)))"
        }
        return Statement(text, parameters)
    }

    private mutating func condition(_ selection: RowSelection) -> String {
        switch selection {
        case .all: "TRUE"
        case .numbers(let numbers): "\(QueryGenerator.numberColumn) = ANY(\(parameters.add(numbers: numbers)))"
        case .values(let values, let column): condition(values, column)
        case .less(let value, let orEqual, let column): condition(value, orEqual ? "<=" : "<", column)
        case .greater(let value, let orEqual, let column): condition(value, orEqual ? ">=" : ">", column)
        case .both(let left, let right): "(\(condition(left)) AND \(condition(right)))"
        case .either(let left, let right): "(\(condition(left)) OR \(condition(right)))"
        }
    }

    private mutating func condition(_ values: Set<StoredValue>, _ column: Int) -> String {
        let type = table.table.columns[column].type
        let list = parameters.add(list: values.lazy.filter { !$0.isNull }.map(type.compared), as: type)
        // NaNs are equal to the server.
        if type.isFloating || type == .decimal { isExact = false }
        let found = "\(table.columns[column]) = ANY(\(list))"
        return values.contains(.null) ? "(\(found) OR \(table.columns[column]) IS NULL)" : found
    }

    private mutating func condition(_ value: StoredValue, _ sign: String, _ column: Int) -> String {
        let type = table.table.columns[column].type
        // NaN is greater than all numbers on the server; here a decimal NaN is the least.
        let isNumber = type.column == .double && sign.hasPrefix("<") && value.isReal
        if type == .decimal || type.isFloating && !isNumber { isExact = false }
        guard !value.isNull, value != .text("NaN") || type != .decimal,
            let bound = parameters.add(type.compared(value), as: type)
        else {
            isExact = false
            return "TRUE"
        }
        let found = "\(table.columns[column]) \(sign) \(bound)"
        return type == .decimal ? "(\(found) OR \(table.columns[column]) = 'NaN')" : found
    }

    /// Returns the terms of an order; nil if the server's is another.
    private func order(_ orders: [RowRequest.Order], _ selection: RowSelection) -> String? {
        var terms: [String] = []
        for order in orders {
            let type = table.table.columns[order.column].type
            if type == .decimal || type.isFloating && !selection.hasNumbersOnly(in: order.column) { return nil }
            terms.append(table.columns[order.column] + (order.isAscending ? " NULLS FIRST" : " DESC NULLS LAST"))
        }
        return (terms + [QueryGenerator.numberColumn]).joined(separator: ", ")
    }
}

extension RowSelection {
    /// Returns true if the server selects no row that has a NaN in a column.
    fileprivate func hasNumbersOnly(in column: Int) -> Bool {
        switch self {
        case .less(let value, _, column): value.isReal
        case .both(let left, let right): left.hasNumbersOnly(in: column) || right.hasNumbersOnly(in: column)
        case .either(let left, let right): left.hasNumbersOnly(in: column) && right.hasNumbersOnly(in: column)
        default: false
        }
    }
}

extension StoredValue {
    /// True for a real number. NaN is a blob.
    fileprivate var isReal: Bool {
        if case .real = self { true } else { false }
    }
}
