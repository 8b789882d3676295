import SignalsSQL
import SignalsStoreCore

/// A reader whose answers come from one SQLite connection at a time.
protocol ConnectionReader: StoreReader {
    var dialect: SQLiteDialect { get }

    /// Runs what reads, with a connection that nobody else uses meanwhile.
    ///
    /// - Throws: `FetchError`, or what `body` throws.
    func read<Result>(_ body: (SQLiteConnection) throws -> Result) throws -> Result
}

extension ConnectionReader {
    // What is done with the rows may read again, which has to wait until this read is over where there is one connection.
    package func fetch(_ query: Query, _ body: (RowPage) throws -> Void) throws {
        var pages: [RowPage] = []
        try read { try $0.fetch(query, dialect) { pages.append($0) } }
        for page in pages { try body(page) }
    }

    package func count(_ query: Query) throws -> Int { try read { try $0.count(query, dialect) } }

    package func numbers(_ query: Query) throws -> [Int64] { try read { try $0.numbers(query, dialect) } }

    package func links(of table: JoinTable, _ side: JoinTable.Side, to numbers: [Int64]) throws -> [LinkRow] {
        try read { try $0.links(of: table, side, to: numbers, dialect) }
    }

    package func tabulate(_ tabulation: Tabulation) throws -> ValueTable {
        // SQL places the rows that are equal by the first of them in a table, and not by the first in such an order.
        let isOrderedByOthers = tabulation.query.order.contains { !$0.path.isEmpty || $0.attribute == nil }
        if tabulation.isDistinct, isOrderedByOthers { return try tabulateInMemory(tabulation) }
        return try read { try $0.tabulate(tabulation, dialect) }
    }

    package func explain(_ query: Query) throws -> [FetchPlan] { [try read { try $0.explain(query, dialect) }] }

    package func metered(by meter: QueryMeter) -> any StoreReader { MeteredReader(reader: self, meter: meter) }
}

/// A reader whose connection notes its queries in a meter.
private struct MeteredReader<Reader: ConnectionReader>: ConnectionReader {
    let reader: Reader
    let meter: QueryMeter

    var dialect: SQLiteDialect { reader.dialect }

    func read<Result>(_ body: (SQLiteConnection) throws -> Result) throws -> Result {
        try reader.read { connection in
            connection.meter = meter
            defer { connection.meter = nil }
            return try body(connection)
        }
    }
}
