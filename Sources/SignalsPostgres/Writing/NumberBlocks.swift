import Foundation
import SignalsCore
import SignalsStoreCore

/// Row IDs, reserved on the server in blocks: for objects, and one by one for rows of other tables.
final class NumberBlocks: Sendable {
    static let blockSize = 4096

    private let pool: ConnectionPool
    private let tables: PostgresTables
    private let timeout: TimeInterval
    private let block = Locked<Range<Int64>>(0..<0)

    init(_ pool: ConnectionPool, _ tables: PostgresTables, timeout: TimeInterval) {
        self.pool = pool
        self.tables = tables
        self.timeout = timeout
    }

    /// Takes row IDs of this process's block, or reserves a new one. Called by one thread at a time.
    func take(_ count: Int) throws -> Range<Int64> {
        if let taken = takeFromBlock(count) { return taken }
        let reserved = try reserve(max(count, Self.blockSize))
        block.withLock { $0 = reserved }
        return takeFromBlock(count) ?? reserved
    }

    private func takeFromBlock(_ count: Int) -> Range<Int64>? {
        block.withLock { block in
            guard block.count >= count else { return nil }
            let taken = block.prefix(count)
            block = block.dropFirst(count)
            return taken
        }
    }

    /// Reserves row IDs in a transaction of its own.
    func reserve(_ count: Int) throws(SaveError) -> Range<Int64> {
        let deadline = Deadline(after: timeout)
        var parameters = Parameters()
        let statement = Statement(
            "UPDATE \(tables.numbers) SET next = next + \(parameters.add(Int64(count))) RETURNING next", parameters)
        do {
            let begin = Statement("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE")
            let next = try pool.withConnection(deadline) { connection in
                try connection.run([begin, statement, Statement("COMMIT")], deadline)[1].integer(0, 0)
            }
            guard let next else { throw SaveError(.modelChanged) }
            return next - Int64(count)..<next
        } catch let failure as PostgresFailure { throw failure.saveError(in: tables) } catch {
            throw SaveError(ofStore: error)
        }
    }
}
