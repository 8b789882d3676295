import Foundation

/// The diversion of standard error, which keeps its output off the dashboard: it goes to a file, and to the terminal
/// afterwards.
///
/// So the message of a `fatalError` can still be read after the alternate screen is gone.
struct ErrorDiversion {
    private let original: Int32
    private let file: Int32

    /// A diversion if standard error is the terminal of `output`; otherwise `nil`, since none is needed.
    init?(fromTerminal output: Int32) {
        guard Self.isSameDevice(output, STDERR_FILENO) else { return nil }
        var path = Array((NSTemporaryDirectory() + "/dashboard-errors-XXXXXX").utf8CString)
        let file = mkstemp(&path)
        guard file >= 0 else { return nil }
        unlink(path)
        self.file = file
        original = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
        _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    }

    /// Sends standard error to the file from now on. Safe while a signal is handled.
    func begin() {
        dup2(file, STDERR_FILENO)
    }

    /// Sends standard error to the terminal again, and first what the file holds. Safe while a signal is handled.
    func end() {
        dup2(original, STDERR_FILENO)
        lseek(file, 0, SEEK_SET)
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 512) { buffer in
            while case let count = read(file, buffer.baseAddress, buffer.count), count > 0 {
                let bytes = UnsafeBufferPointer(rebasing: buffer.prefix(count))
                guard SignalSafe.write(bytes, to: original, patience: TerminalRestoration.patience / 4) else { break }
            }
        }
        ftruncate(file, 0)
        lseek(file, 0, SEEK_SET)
    }

    /// Gives the two descriptors back.
    func close() {
        _ = [original, file].map { Foundation.close($0) }
    }

    private static func isSameDevice(_ one: Int32, _ other: Int32) -> Bool {
        var first = stat()
        var second = stat()
        return isatty(one) == 1 && isatty(other) == 1 && fstat(one, &first) == 0 && fstat(other, &second) == 0
            && first.st_rdev == second.st_rdev
    }
}
