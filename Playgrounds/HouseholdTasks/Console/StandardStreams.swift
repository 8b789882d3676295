import Foundation
import SignalsDashboard
import Synchronization

/// The three descriptors every program starts with, made fit for pipes that close and for cron.
enum StandardStreams {
    /// Opens what the program was started without, so that no file of ours is taken for standard output; and makes a
    /// reader who leaves early (`| head`) an error of the write rather than the end of the program.
    static func prepare() {
        signal(SIGPIPE, SIG_IGN)
        for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) == -1 {
            _ = open("/dev/null", descriptor == 0 ? O_RDONLY : O_WRONLY)
        }
    }

    /// The console behind them.
    static var console: Console {
        let isTerminal = isatty(STDOUT_FILENO) == 1
        return Console(
            write: { text in
                let error = write(text, to: STDOUT_FILENO)
                if let error { sayWhyNothingIsWritten(error) }
                return error == nil
            },
            writeError: { _ = write($0, to: STDERR_FILENO) },
            columns: isTerminal ? Terminal.standard.size.columns : nil)
    }

    private static let hasSaidWhy = Atomic(false)

    /// Says it once. Who left early (`| head`) wants to hear nothing.
    private static func sayWhyNothingIsWritten(_ error: Int32) {
        guard error != EPIPE, !hasSaidWhy.exchange(true, ordering: .relaxed) else { return }
        let reason = String(cString: strerror(error))
        _ = write("household-tasks: the output cannot be written: \(reason)\n", to: STDERR_FILENO)
    }

    /// - Returns: why it could not be written; nil if it was.
    private static func write(_ text: String, to descriptor: Int32) -> Int32? {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 { bytes.removeFirst(count) } else if errno != EINTR { return errno }
        }
        return nil
    }
}
