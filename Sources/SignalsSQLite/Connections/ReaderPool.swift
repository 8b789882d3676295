import Foundation
import SignalsCore
import SignalsSQL
import SignalsStoreCore
import Synchronization

/// The connections that read one file. None of them writes or checkpoints, so that reads never wait for the writer,
/// and SQLite before 3.51.3, where two connections that checkpoint and write at once can lose data, loses none.
package final class ReaderPool: Sendable {
    private static let idleLimit = 16
    private let url: URL
    private let settings: SQLiteSettings
    private let state = Locked(State())
    private let reads = Atomic(0)

    private struct State: Sendable {
        var idle: [SQLiteConnection] = []
        var isClosed = false
    }

    init(url: URL, settings: SQLiteSettings) {
        self.url = url
        self.settings = settings
    }

    /// The number of reads under way.
    var busyCount: Int { reads.load(ordering: .relaxed) }

    /// Runs a read, which counts as under way meanwhile.
    @inline(__always)
    func reading<Result>(_ body: () throws -> Result) rethrows -> Result {
        reads.add(1, ordering: .relaxed)
        defer { reads.subtract(1, ordering: .relaxed) }
        return try body()
    }

    /// A connection that no one else uses until it is put back.
    package func take() throws -> SQLiteConnection {
        let (idle, isClosed) = state.withLock { ($0.idle.popLast(), $0.isClosed) }
        if isClosed { throw FetchError.closed }
        if let idle { return idle }
        let connection = try SQLiteConnection(path: url.path, creating: false, settings: settings)
        try connection.onlyRead()
        return connection
    }

    package func putBack(_ connection: SQLiteConnection) {
        state.withLock { state in
            if !state.isClosed, state.idle.count < Self.idleLimit { state.idle.append(connection) }
        }
    }

    package func close() {
        let idle = state.withLock { state in
            state.isClosed = true
            defer { state.idle = [] }
            return state.idle
        }
        withExtendedLifetime(idle) {}
    }
}
