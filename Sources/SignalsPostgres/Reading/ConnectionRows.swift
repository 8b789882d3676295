import SignalsStoreCore

/// The rows of the tables, as a connection sees them.
struct ConnectionRows: BatchReader {
    let connection: PostgresConnection
    let tables: PostgresTables
    let deadline: Deadline

    /// - Throws: `PostgresFailure`.
    func run(_ statement: Statement) throws -> PostgresResult { try connection.run(statement, deadline) }

    /// - Throws: `PostgresFailure`.
    func rows(_ requests: [RowRequest]) throws -> [[StoredRow]] {
        if requests.isEmpty { return [] }
        let statements = requests.map { RequestWriter.statement($0, tables[$0.table]) }
        return try zip(requests, connection.run(statements, deadline)).map { request, result in
            tables[request.table].rows(result)
        }
    }
}
