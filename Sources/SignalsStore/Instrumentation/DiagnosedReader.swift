/// A reader of a store that reports the queries that cost more than they should. It is made for one read, and used on
/// that read's thread.
struct DiagnosedReader: StoreReader {
    private let reader: any StoreReader
    private let diagnostics: QueryDiagnostics
    private let containerName: String
    private let tally: QueryTally
    private let reporting: @Sendable (QueryFinding) -> Void
    private let meter: QueryMeter

    /// - Parameters:
    ///   - tally: counts the queries of the context that reads.
    ///   - reporting: called with each finding, of which it has to find the call site.
    init(
        _ reader: any StoreReader, _ diagnostics: QueryDiagnostics, containerName: String, tally: QueryTally,
        reporting: @escaping @Sendable (QueryFinding) -> Void
    ) {
        meter = QueryMeter(countsScans: diagnostics.tableScanRowCount != nil)
        self.reader = reader.metered(by: meter)
        self.diagnostics = diagnostics
        self.containerName = containerName
        self.tally = tally
        self.reporting = reporting
    }

    func fetch(_ query: Query, _ body: (RowPage) throws -> Void) throws {
        var found = 0
        try diagnose(Subject(query), counting: { found }) {
            try reader.fetch(query) { page in
                found += page.count
                try meter.pausing { try body(page) }
            }
        }
    }

    func count(_ query: Query) throws -> Int {
        try diagnose(Subject(query), counting: { $0 }) { try reader.count(query) }
    }

    func numbers(_ query: Query) throws -> [Int64] {
        try diagnose(Subject(query), counting: \.count) { try reader.numbers(query) }
    }

    func links(of table: JoinTable, _ side: JoinTable.Side, to numbers: [Int64]) throws -> [LinkRow] {
        let subject = Subject(name: table.name, wantsAll: false, readsSeveral: numbers.count > 1)
        return try diagnose(subject, counting: \.count) { try reader.links(of: table, side, to: numbers) }
    }

    func tabulate(_ tabulation: Tabulation) throws -> ValueTable {
        try diagnose(Subject(tabulation.query), counting: \.count) { try reader.tabulate(tabulation) }
    }

    func explain(_ query: Query) throws -> [FetchPlan] { try reader.explain(query) }
}

extension DiagnosedReader {
    /// The properties of a query that decide which findings are possible.
    fileprivate struct Subject {
        let name: String
        /// True if it wants all rows there are, so that no index could spare it any.
        let wantsAll: Bool
        /// True if it reads what several objects need at once, or a page.
        let readsSeveral: Bool
    }

    private func diagnose<Output>(
        _ subject: Subject, counting count: (Output) -> Int, _ read: () throws -> Output
    ) throws -> Output {
        let start = ContinuousClock.now
        let output = try read()
        let time = ContinuousClock.now - start
        report(subject, time, rowCount: count(output))
        return output
    }

    private func report(_ subject: Subject, _ time: Duration, rowCount: Int) {
        let reading = meter.take()
        let duration = time - reading.pause
        let statement = reading.statements.joined(separator: "; ")
        let isCounted = diagnostics.repeatedQueryCount != nil && !subject.readsSeveral && !statement.isEmpty
        let queryCount = isCounted ? tally.count(statement) : 1
        var kinds: [QueryFinding.Kind] = []
        if let limit = diagnostics.slowQueryDuration, duration >= limit { kinds.append(.slowQuery) }
        if let limit = diagnostics.tableScanRowCount, !subject.wantsAll, reading.scannedRowCount >= limit {
            kinds.append(.tableScan)
        }
        if let limit = diagnostics.repeatedQueryCount, queryCount == max(2, limit) { kinds.append(.repeatedQuery) }
        for kind in kinds {
            reporting(
                QueryFinding(
                    kind: kind, containerName: containerName, entityName: subject.name, statement: statement,
                    duration: duration, rowCount: rowCount, scannedRowCount: reading.scannedRowCount,
                    queryCount: queryCount))
        }
    }
}

extension DiagnosedReader.Subject {
    init(_ query: Query) {
        name = query.entity.name
        wantsAll = query.condition == nil && query.limit == nil
        if case .isOneOf(_, let values)? = query.condition?.node, values.count > 1 {
            readsSeveral = true
        } else {
            readsSeveral = query.offset > 0 || query.limit ?? 1 > 1
        }
    }
}
