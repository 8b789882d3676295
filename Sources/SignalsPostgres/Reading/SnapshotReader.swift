import SignalsSQL
import SignalsStoreCore

/// A reader of the tables on a server.
protocol SnapshotReader: StoreReader {
    var tables: PostgresTables { get }

    /// Runs `body` with a reader that sees one state of the store.
    ///
    /// - Parameter isOneStatement: whether `body` asks once: then it needs no transaction.
    /// - Throws: `FetchError`, or what `body` throws.
    func snapshot<Result>(isOneStatement: Bool, _ body: (ConnectionRows) throws -> Result) throws -> Result
}

extension SnapshotReader {
    private func evaluation(_ rows: ConnectionRows) -> TableEvaluation {
        TableEvaluation(catalog: tables.catalog) { request in request.filter(try rows.rows(request)) }
    }

    /// The statement for a query that the server answers as Swift would; nil for any other.
    private func statement(_ query: Query, _ write: (Query, any SQLDialect) -> SQLText) -> Statement? {
        query.isExact ? Statement(write(query, PostgresDialect(tables))) : nil
    }

    // The connection is given back before anyone is called.
    func fetch(_ query: Query, _ body: (RowPage) throws -> Void) throws {
        var pages: [RowPage] = []
        if let statement = statement(query, QueryGenerator.select) {
            pages = try snapshot(isOneStatement: true) { rows in
                PageDecoder(query.entity).pages(try rows.run(statement))
            }
        } else {
            try snapshot(isOneStatement: false) { rows in
                pages = []
                try evaluation(rows).fetch(query) { pages.append($0) }
            }
        }
        for page in pages { try body(page) }
    }

    func count(_ query: Query) throws -> Int {
        if let statement = statement(query, QueryGenerator.count) {
            return try snapshot(isOneStatement: true) { Int(try $0.run(statement).integer(0, 0) ?? 0) }
        }
        return try snapshot(isOneStatement: false) { try evaluation($0).find(query).count }
    }

    func numbers(_ query: Query) throws -> [Int64] {
        if let statement = statement(query, QueryGenerator.numbers) {
            return try snapshot(isOneStatement: true) { rows in
                let found = try rows.run(statement)
                return (0..<found.count).compactMap { found.integer($0, 0) }
            }
        }
        return try snapshot(isOneStatement: false) { try evaluation($0).find(query).map(\.number) }
    }

    func links(of table: LinkTable, _ side: LinkTable.Side, to numbers: [Int64]) throws -> [LinkRow] {
        try snapshot(isOneStatement: true) { try evaluation($0).links(of: table, side, to: numbers) }
    }
}

extension Statement {
    /// A generated statement; nil where a value is none of its type's.
    fileprivate init?(_ sql: SQLText) {
        var parameters = Parameters()
        for (index, value) in sql.bindings.enumerated() {
            if let set = sql.sets[index + 1] {
                _ = parameters.add(list: set.storedValues, as: sql.types[index])
            } else if parameters.add(value, as: sql.types[index]) == nil {
                return nil
            }
        }
        self.init(sql.text, parameters)
    }
}
