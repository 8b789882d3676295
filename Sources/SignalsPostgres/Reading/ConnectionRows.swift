import SignalsStoreCore

/// The rows of the tables, as a connection sees them.
struct ConnectionRows: BatchReader {
    let connection: PostgresConnection
    let tables: PostgresTables
    let deadline: Deadline
    /// Notes the statements that are run; nil if nobody asked for it.
    var meter: QueryMeter?

    /// - Throws: `PostgresFailure`.
    func run(_ statement: Statement) throws -> PostgresResult {
        let result = try connection.run(statement, deadline)
        note([statement])
        return result
    }

    /// Runs statements in one round trip.
    ///
    /// - Throws: `PostgresFailure`.
    func run(_ statements: [Statement]) throws -> [PostgresResult] {
        let results = try connection.run(statements, deadline)
        note(statements)
        return results
    }

    /// Returns the rows of a statement. They are read by `COPY` if there were many the last time: that is faster for
    /// many rows, and slower for few.
    ///
    /// - Throws: `PostgresFailure`.
    func pages(_ statement: Statement, _ decoder: PageDecoder) throws -> [RowPage] {
        let mayCopy = statement.parameters.types.isEmpty && tables.abilities.contains(.copying)
        guard mayCopy, tables.largeResults.contains(statement.text) else {
            let result = try run(statement)
            if mayCopy { tables.largeResults.note(result.count, statement.text) }
            return try decoder.pages(result)
        }
        let pages = try decoder.copiedPages(statement.text, connection, deadline)
        note([statement])
        tables.largeResults.note(pages.reduce(0) { $0 + $1.count }, statement.text)
        return pages
    }

    /// - Throws: `PostgresFailure`.
    func rows(_ requests: [RowRequest]) throws -> [[StoredRow]] {
        if requests.isEmpty { return [] }
        let results = try run(requests.map { RequestWriter.statement($0, tables[$0.table]) })
        return try zip(requests, results).map { request, result in
            try tables[request.table].rows(result)
        }
    }

    private func note(_ statements: [Statement]) {
        guard let meter else { return }
        for statement in statements {
            let scanned = meter.countsScans ? meter.pausing { (try? scannedRowCount(statement)) ?? 0 } : 0
            meter.note(statement.text, scannedRowCount: scanned)
        }
    }
}
