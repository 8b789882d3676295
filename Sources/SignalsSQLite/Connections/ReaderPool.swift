import Dispatch
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
    /// The number of connections that were given back.
    private let uses = Atomic(0)
    private static let queue = DispatchQueue(label: "signals.readers", qos: .utility)
    /// The seconds without a read after which no transaction is left open, and no page kept in memory.
    private static let lingering = 0.5

    private struct State: Sendable {
        var idle: [SQLiteConnection] = []
        /// True if one of them may have a transaction open, or keep many pages.
        var mayNeedRest = false
        /// True if that will be looked at.
        var willLook = false
        var isClosed = false

        mutating func putBack(_ connection: SQLiteConnection) {
            if !isClosed, idle.count < idleLimit { idle.append(connection) }
        }
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

    /// Returns a connection for the caller's sole use until it is released.
    package func acquire() throws -> SQLiteConnection {
        let connection = try acquireForReading()
        if connection.isLingering { try connection.endLingering() }
        return connection
    }

    /// Returns the same, maybe with a transaction open, for a caller that begins with `beginRead`.
    func acquireForReading() throws -> SQLiteConnection {
        let (idle, isClosed) = state.withLock { ($0.idle.popLast(), $0.isClosed) }
        if isClosed { throw FetchError.closed }
        if let idle { return idle }
        let connection = try SQLiteConnection(path: url.path, creating: false, settings: settings)
        try connection.onlyRead()
        return connection
    }

    /// Returns a connection to the pool.
    package func release(_ connection: SQLiteConnection) {
        uses.add(1, ordering: .relaxed)
        let needsRest = connection.needsRest
        let mustLook = state.withLock { state in
            state.putBack(connection)
            guard needsRest else { return false }
            state.mayNeedRest = true
            defer { state.willLook = true }
            return !state.willLook
        }
        if mustLook { scheduleRest() }
    }

    private func scheduleRest() {
        let count = uses.load(ordering: .relaxed)
        Self.queue.asyncAfter(deadline: .now() + Self.lingering) { [weak self] in
            guard let self else { return }
            if self.uses.load(ordering: .relaxed) != count { return self.scheduleRest() }
            self.state.withLock { $0.willLook = false }
            self.rest()
        }
    }

    /// Makes the idle connections end the transactions that they left open, and give back the memory of their pages: called
    /// before something is written too, after which neither is of use.
    func rest() {
        let resting = state.withLock { state -> [SQLiteConnection] in
            guard state.mayNeedRest else { return [] }
            state.mayNeedRest = false
            let rested = state.idle.partition(by: \.needsRest)
            defer { state.idle.removeSubrange(rested...) }
            return Array(state.idle[rested...])
        }
        for connection in resting where (try? connection.rest()) != nil { state.withLock { $0.putBack(connection) } }
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
