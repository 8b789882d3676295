/// A reader whose answers come from the rows of tables.
protocol TableReader: StoreReader {
    /// Runs what reads.
    ///
    /// - Throws: `FetchError`, or what `body` throws.
    func evaluating<Result>(_ body: (TableEvaluation) throws -> Result) throws -> Result
}

extension TableReader {
    package func fetch(_ query: Query, _ body: (RowPage) throws -> Void) throws {
        // What is done with the rows may read again, which has to wait until this read is over.
        try RowPageBuilder.handOver(evaluating { try $0.find(query) }, of: query.entity, body)
    }

    package func count(_ query: Query) throws -> Int { try evaluating { try $0.find(query).count } }

    package func numbers(_ query: Query) throws -> [Int64] { try evaluating { try $0.find(query).map(\.number) } }

    package func links(of table: JoinTable, _ side: JoinTable.Side, to numbers: [Int64]) throws -> [LinkRow] {
        try evaluating { try $0.links(of: table, side, to: numbers) }
    }

    package func metered(by meter: QueryMeter) -> any StoreReader { MeteredTableReader(reader: self, meter: meter) }
}

/// Notes what a store of tables is asked for.
private struct MeteredTableReader<Reader: TableReader>: TableReader {
    let reader: Reader
    let meter: QueryMeter

    func evaluating<Result>(_ body: (TableEvaluation) throws -> Result) throws -> Result {
        try reader.evaluating { evaluation in
            try body(
                TableEvaluation(catalog: evaluation.catalog) { request in
                    let rows = try evaluation.read(request)
                    meter.note(request.shape, scannedRowCount: request.selection == .all ? rows.count : 0)
                    return rows
                })
        }
    }
}

extension RowRequest {
    /// The request without its values, for messages.
    fileprivate var shape: String {
        selection == .all ? "each row of \(table.name)" : "rows of \(table.name) by \(shape(of: selection))"
    }

    private func shape(of selection: RowSelection) -> String {
        switch selection {
        case .all: "anything"
        case .numbers: "number"
        case .values(_, let column), .less(_, _, let column), .greater(_, _, let column): table.columns[column].name
        case .both(let left, let right): "\(shape(of: left)) and \(shape(of: right))"
        case .either(let left, let right): "\(shape(of: left)) or \(shape(of: right))"
        }
    }
}
