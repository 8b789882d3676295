import Foundation

/// The reader of a terminal's input. It reports messages, and treats an Escape as a key when nothing follows it for a
/// moment.
struct KeyReader {
    /// The milliseconds that the rest of an escape sequence may take, over a slow line too.
    private static let escapeDelay: Int32 = 50

    private var decoder = KeyDecoder()
    private let report: (TerminalEvent) -> Void

    /// A reader that calls `report` within `read` and `decide`.
    init(report: @escaping (TerminalEvent) -> Void) {
        self.report = report
    }

    /// The milliseconds to wait for more before `decide` is called; -1 while there is nothing to decide.
    var patience: Int32 { decoder.isUndecided ? Self.escapeDelay : -1 }

    /// Reads once from `input`, which has something to read or has ended; false when it has ended.
    mutating func read(from input: Int32) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = Foundation.read(input, &bytes, bytes.count)
        if count > 0 {
            report(decoder.decode(bytes.prefix(count)))
        } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
            report(.ended)
            return false
        }
        return true
    }

    /// Takes what has come for all there is.
    mutating func decide() {
        report(decoder.flush())
    }

    private func report(_ keys: [TerminalMessage]) {
        if !keys.isEmpty { report(.input(keys)) }
    }
}
