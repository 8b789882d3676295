import CSQLite
import SignalsCore
import SignalsSQL
import SignalsStoreCore

/// The number of pages in the write-ahead log of a connection that writes, which determines when a checkpoint is due.
///
/// SQLite would make the checkpoint inside a COMMIT; here it is made after the saves of that commit have returned.
final class LogSize: Sendable {
    private struct State: Sendable {
        var pages: Int32 = 0
        var threshold: Int32
    }

    private let step: Int32
    private let state: Locked<State>

    /// - Parameter step: the greatest number of pages before they are moved.
    init(step: Int) {
        self.step = Int32(clamping: step)
        state = Locked(State(threshold: self.step))
    }

    var pages: Int { Int(state.withLock { $0.pages }) }

    var isLarge: Bool { state.withLock { $0.pages >= $0.threshold } }

    /// Overlapping reads keep the log from being started over. When it has grown very large for that, new readers are
    /// made to wait for a moment.
    var checkpointMode: Int32 {
        state.withLock { $0.pages } >= step * 64 ? SQLITE_CHECKPOINT_RESTART : SQLITE_CHECKPOINT_PASSIVE
    }

    /// Counts the pages that the connection writes from now on; SQLite makes no checkpoints by itself any more.
    func follow(_ connection: SQLiteConnection) {
        sqlite3_wal_hook(
            connection.handle,
            { context, _, _, pages in
                if let context { Unmanaged<LogSize>.fromOpaque(context).takeUnretainedValue().note(pages) }
                return SQLITE_OK
            }, Unmanaged.passUnretained(self).toOpaque())
    }

    func noteCheckpoint() { state.withLock { $0.threshold = $0.pages + step } }

    private func note(_ pages: Int32) {
        state.withLock { state in
            if pages < state.pages { state.threshold = step }
            state.pages = pages
        }
    }
}
