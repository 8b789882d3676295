import CPostgres

extension PostgresConnection {
    /// Reads the rows of a statement without parameters by `COPY`, each while the server sends the rest.
    ///
    /// - Parameters:
    ///   - check: called before the first row with an answer that has the columns and no row.
    ///   - take: called with the bytes of each row in the binary form of `COPY`.
    func copyRows(
        of text: String, _ deadline: Deadline, _ check: (PostgresResult) throws(PostgresFailure) -> Void,
        _ take: (UnsafeRawBufferPointer) throws(PostgresFailure) -> Void
    ) throws(PostgresFailure) {
        // Both see the same tables: they are one transaction.
        let script = "SELECT * FROM (\(text)) AS rows LIMIT 0; COPY (\(text)) TO STDOUT (FORMAT binary)"
        guard !isBroken, PQsendQuery(handle, script) == 1 else { throw markLost() }
        try flush(deadline)
        var failure: PostgresFailure?
        // The rest has to be read after a failure too.
        func note(_ body: () throws(PostgresFailure) -> Void) {
            if failure != nil { return }
            do throws(PostgresFailure) { try body() } catch { failure = error }
        }
        while let handle = try nextResult(deadline) {
            let result = PostgresResult(handle)
            switch PQresultStatus(handle) {
            case PGRES_TUPLES_OK: note { () throws(PostgresFailure) in try check(result) }
            case PGRES_COPY_OUT:
                while let row = try nextCopiedRow(deadline) {
                    note { () throws(PostgresFailure) in try take(row) }
                    PQfreemem(UnsafeMutableRawPointer(mutating: row.baseAddress))
                }
            default: failure = failure ?? self.failure(handle)
            }
        }
        if let failure { throw failure }
    }

    /// Returns the next row, which the caller frees; nil after the last.
    private func nextCopiedRow(_ deadline: Deadline) throws(PostgresFailure) -> UnsafeRawBufferPointer? {
        var row: UnsafeMutablePointer<CChar>?
        while true {
            let count = PQgetCopyData(handle, &row, 1)
            switch count {
            case 0: try awaitInput(deadline)
            case -1: return nil
            case 1...: return UnsafeRawBufferPointer(start: row, count: Int(count))
            default: throw markLost()
            }
        }
    }
}
