import SignalsSQL
import SignalsStoreCore

/// A reader of the tables on a server.
protocol SnapshotReader: StoreReader {
    var tables: PostgresTables { get }

    /// Runs `body` with a reader that sees one state of the store.
    ///
    /// - Parameter isOneStatement: true if `body` runs one statement, which needs no transaction.
    /// - Throws: `FetchError`, or what `body` throws.
    func snapshot<Result>(isOneStatement: Bool, _ body: (ConnectionRows) throws -> Result) throws -> Result
}

extension SnapshotReader {
    /// The most rows that are wanted first for a query with a limit, before all are read.
    private static var mostFirstCandidates: Int { 4096 }

    private func evaluation(_ rows: ConnectionRows) -> TableEvaluation {
        TableEvaluation(catalog: tables.catalog) { request in request.filter(try rows.rows(request)) }
    }

    /// The statement for a query that the server answers as Swift would; nil for any other.
    private func statement(_ query: Query, _ write: (Query, any SQLDialect) -> SQLText) -> Statement? {
        query.isExact ? Statement(write(query, PostgresDialect(tables))) : nil
    }

    /// The statement for the rows that a query finds; nil where the server would not find them as Swift would.
    private func selection(_ query: Query) -> Statement? {
        if let (table, numbers) = tables.rowsByNumbers(query) { return table.selection(of: numbers) }
        return statement(query) { QueryGenerator.select($0, $1) }
    }

    /// Returns the rows of a query that the server cannot answer as Swift would. The server preselects candidates, which are
    /// judged here.
    private func find(_ query: Query) throws -> [StoredRow] {
        for first in firstCandidates(query) {
            guard let statement = candidates(first), let limit = first.limit else { break }
            let (found, isAll) = try find(query, among: statement) { $0 < limit }
            if isAll || found.count == query.limit { return found }
        }
        guard let statement = candidates(query.withoutLimit) else {
            return try snapshot(isOneStatement: false) { try evaluation($0).find(query) }
        }
        return try find(query, among: statement) { _ in true }.rows
    }

    /// - Parameter isAll: returns true if a statement that found this number of candidates found all.
    private func find(
        _ query: Query, among statement: Statement, isAll: (Int) -> Bool
    ) throws -> (rows: [StoredRow], isAll: Bool) {
        try snapshot(isOneStatement: !query.looksAtOtherRows) { rows in
            let found = try rows.pages(statement, PageDecoder(query.entity)).joined().map {
                StoredRow(number: $0.number, version: $0.version, values: $0.values)
            }
            return (try evaluation(rows).find(query, among: found), isAll(found.count))
        }
    }

    /// Queries for the first rows that may be found, where few are wanted, in an order that is the server's too. They are
    /// more than are wanted, and more again, since some may not be found.
    private func firstCandidates(_ query: Query) -> [Query] {
        guard let limit = query.limit, limit >= 0, query.offset >= 0, query.isOrderExact else { return [] }
        let wanted = limit.adding(query.offset)
        guard wanted <= Self.mostFirstCandidates / 4 else { return [] }
        let first = max(64, wanted * 4)
        return [first, first * 16].filter { $0 <= Self.mostFirstCandidates }.map { count in
            var query = query
            (query.limit, query.offset) = (count, 0)
            return query
        }
    }

    /// A statement for rows with all that a query finds; nil where it would be all rows. It leaves out none that could fail
    /// the query.
    private func candidates(_ query: Query) -> Statement? {
        guard let condition = query.condition else { return nil }
        var candidates = query
        candidates.condition = condition.canFail ? nil : condition.upperBound
        if candidates.condition == nil, query.limit == nil { return nil }
        return Statement(QueryGenerator.select(candidates, PostgresDialect(tables)))
    }

    func metered(by meter: QueryMeter) -> any StoreReader { MeteredReader(reader: self, meter: meter) }

    func explain(_ query: Query) throws -> [FetchPlan] {
        if let statement = selection(query) {
            return [try snapshot(isOneStatement: true) { try $0.explain(statement, isAnswer: true) }]
        }
        if let statement = firstCandidates(query).first.flatMap(candidates) ?? candidates(query.withoutLimit) {
            return [try snapshot(isOneStatement: true) { try $0.explain(statement, isAnswer: false) }]
        }
        return try snapshot(isOneStatement: true) { rows in
            try evaluation(rows).requests(query).map { request in
                try rows.explain(RequestWriter.statement(request, tables[request.table]), isAnswer: false)
            }
        }
    }

    func fetch(_ query: Query, _ body: (RowPage) throws -> Void) throws { try fetchAlone(query, body) }

    /// Runs a query of its own.
    // The connection is released before `body` is called.
    func fetchAlone(_ query: Query, _ body: (RowPage) throws -> Void) throws {
        guard let statement = selection(query) else {
            return try RowPageBuilder.handOver(find(query), of: query.entity, body)
        }
        let pages = try snapshot(isOneStatement: true) { try $0.pages(statement, PageDecoder(query.entity)) }
        for page in pages { try body(page) }
    }

    func count(_ query: Query) throws -> Int {
        var query = query
        // Whatever it is, it leaves as many.
        query.order = []
        guard let statement = statement(query, QueryGenerator.count) else { return try find(query).count }
        return try snapshot(isOneStatement: true) { Int(try $0.run(statement).integer(0, 0) ?? 0) }
    }

    func numbers(_ query: Query) throws -> [Int64] {
        guard let statement = statement(query, QueryGenerator.numbers) else { return try find(query).map(\.number) }
        return try snapshot(isOneStatement: true) { rows in
            let found = try rows.run(statement)
            return (0..<found.count).compactMap { found.integer($0, 0) }
        }
    }

    func tabulate(_ tabulation: Tabulation) throws -> ValueTable {
        if let computed = ServerTabulation(tabulation), let statement = computed.statement(PostgresDialect(tables)),
            let rows = try computed.rows(snapshot(isOneStatement: true) { try computed.run(statement, on: $0) })
        {
            return rows
        }
        var query = tabulation.query
        // Distinct rows are counted after the repeated ones are left out.
        if tabulation.isDistinct { (query.limit, query.offset) = (nil, 0) }
        var table = TableInMemory(tabulation)
        let columns = tabulation.columns
        guard let statement = statement(query, { QueryGenerator.select($0, $1, columns: columns) }) else {
            try fetchRows(query) { try table.add($0.value) }
            return try table.finish()
        }
        let decoder = PageDecoder(query.entity)
        let answer = try snapshot(isOneStatement: true) { rows in
            let answer = try rows.run(statement)
            try decoder.require(columns, answer)
            return answer
        }
        for row in 0..<answer.count { try table.add(decoder.values(columns, answer, row)) }
        return try table.finish()
    }

    func links(of table: JoinTable, _ side: JoinTable.Side, to numbers: [Int64]) throws -> [LinkRow] {
        try snapshot(isOneStatement: true) { try evaluation($0).links(of: table, side, to: numbers) }
    }
}

/// A reader that notes its statements in a meter.
private struct MeteredReader<Reader: SnapshotReader>: SnapshotReader {
    let reader: Reader
    let meter: QueryMeter

    var tables: PostgresTables { reader.tables }

    func snapshot<Result>(isOneStatement: Bool, _ body: (ConnectionRows) throws -> Result) throws -> Result {
        try reader.snapshot(isOneStatement: isOneStatement) { rows in
            var rows = rows
            rows.meter = meter
            return try body(rows)
        }
    }
}

extension Statement {
    /// Makes a statement of generated SQL; nil if a value is not of its type.
    init?(_ sql: SQLText) {
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
