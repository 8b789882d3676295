import CSQLite
import SignalsSQL
import SignalsStoreCore
import Synchronization

/// Keeps the write-ahead log's file longer than its contents.
///
/// A sync after writing over what a file has takes about half as long as one after appending to it (measured on ext4),
/// since the file system has no new length to note. SQLite writes over its log once that was started again; with room in
/// it the first round costs no more. SQLite ignores what is after the last commit: zeros have no valid checksum.
final class WALPreallocation: Sendable {
    /// In pages: how much is added, and how little is too little.
    private static let (step, reserve) = (32, 16)
    /// In bytes: the log's header, and that before each page.
    private static let (header, pageHeader) = (32, 24)
    /// The number of bytes that are written at once. SQLite's own VFS takes less than 128 KiB.
    private static let piece = 65_536

    private let log: LogSize
    private let pageSize: Int
    /// The length of the file, in bytes, when that was last asked. Seldom: see `signals_find_file`.
    private let length = Atomic(0)

    init(log: LogSize, pageSize: Int) {
        self.log = log
        self.pageSize = pageSize
    }

    /// Extends the file if the rest of it may be too short for the next commit. Called inside a transaction that
    /// writes, so that nobody else writes after the file's end.
    ///
    /// Where that fails, such as on a full disk, the commit finds out for itself.
    func extend(_ connection: SQLiteConnection) {
        let frame = pageSize + Self.pageHeader
        let needed = Self.header + (log.pages + Self.reserve) * frame
        if needed <= length.load(ordering: .relaxed) { return }
        guard let file = connection.logFile, let methods = file.pointee.pMethods?.pointee else { return }
        var size: sqlite3_int64 = 0
        guard methods.xFileSize(file, &size) == SQLITE_OK else { return }
        var end = Int(size)
        defer { length.store(end, ordering: .relaxed) }
        if needed <= end { return }
        let zeros = [UInt8](repeating: 0, count: min(Self.piece, Self.step * frame))
        let wanted = end + Self.step * frame
        while end < wanted {
            let count = min(zeros.count, wanted - end)
            if methods.xWrite(file, zeros, Int32(count), sqlite3_int64(end)) != SQLITE_OK { return }
            end += count
        }
    }
}

extension SQLiteConnection {
    /// The file of the write-ahead log; nil before anything was read or written.
    fileprivate var logFile: UnsafeMutablePointer<sqlite3_file>? {
        var file: UnsafeMutablePointer<sqlite3_file>?
        let code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_JOURNAL_POINTER, &file)
        return code == SQLITE_OK ? file : nil
    }
}
