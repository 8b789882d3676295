import CPostgres

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

extension PostgresConnection {
    /// Sends rows to a table by `COPY`, as fast as the server takes them.
    ///
    /// - Parameters:
    ///   - statement: a `COPY … FROM STDIN`.
    ///   - fill: calls its argument with the bytes of rows, part by part.
    func copy(
        _ statement: String, _ deadline: Deadline,
        _ fill: ((UnsafeRawBufferPointer) throws(PostgresFailure) -> Void) throws(PostgresFailure) -> Void
    ) throws(PostgresFailure) {
        guard !isBroken, PQsendQuery(handle, statement) == 1 else { throw markLost() }
        try flush(deadline)
        try requireResult(PGRES_COPY_IN, deadline)
        var refusal: PostgresFailure?
        do throws(PostgresFailure) {
            try fill { bytes throws(PostgresFailure) in try put(bytes, deadline) }
        } catch {
            if isBroken { throw error }
            refusal = error
        }
        guard PQputCopyEnd(handle, refusal == nil ? nil : "given up") >= 0 else { throw markLost() }
        try flush(deadline)
        var failure = refusal
        while let result = try nextResult(deadline) {
            failure = failure ?? self.failure(result)
            PQclear(result)
        }
        if let failure { throw failure }
    }

    private func put(_ bytes: UnsafeRawBufferPointer, _ deadline: Deadline) throws(PostgresFailure) {
        guard let start = bytes.baseAddress else { return }
        while true {
            switch PQputCopyData(handle, start.assumingMemoryBound(to: CChar.self), Int32(bytes.count)) {
            // Flushed each time: libpq would keep all rows in memory.
            case 1: return try flush(deadline)
            case 0: try flush(deadline)
            default: throw markLost()
            }
        }
    }

    private func requireResult(_ status: ExecStatusType, _ deadline: Deadline) throws(PostgresFailure) {
        guard let result = try nextResult(deadline) else { throw markLost() }
        defer { PQclear(result) }
        if PQresultStatus(result) == status { return }
        let failure = failure(result)
        while let more = try nextResult(deadline) { PQclear(more) }
        throw failure ?? markLost()
    }
}
