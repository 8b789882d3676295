import Dispatch
import Foundation
import SignalsCore

/// Reads what a terminal sends and reports it; decides about a lone Escape when nothing follows it for a moment.
struct KeyReader: Sendable {
    private struct State {
        var decoder = KeyDecoder()
        var reads = 0
    }

    /// The time that the rest of an escape sequence may take, over a slow line too.
    private static let escapeDelay = DispatchTimeInterval.milliseconds(50)

    private let state = Locked(State())
    private let queue: DispatchQueue
    private let report: @Sendable (TerminalEvent) -> Void

    /// A reader whose calls and waits happen on `queue`, a serial one.
    init(queue: DispatchQueue, report: @escaping @Sendable (TerminalEvent) -> Void) {
        self.queue = queue
        self.report = report
    }

    /// Reads once from `input`, which has something to read or has ended; false when it has ended.
    func read(from input: Int32) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 4096)
        #if canImport(Darwin)
            let count = Darwin.read(input, &bytes, bytes.count)
        #else
            let count = Glibc.read(input, &bytes, bytes.count)
        #endif
        if count > 0 {
            decode(bytes.prefix(count))
        } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
            report(.ended)
            return false
        }
        return true
    }

    private func decode(_ bytes: ArraySlice<UInt8>) {
        let (keys, reads, isUndecided) = state.withLock { state in
            state.reads += 1
            return (state.decoder.decode(bytes), state.reads, state.decoder.isUndecided)
        }
        if !keys.isEmpty { report(.input(keys)) }
        guard isUndecided else { return }
        queue.asyncAfter(deadline: .now() + Self.escapeDelay) { decide(after: reads) }
    }

    private func decide(after reads: Int) {
        let keys = state.withLock { $0.reads == reads ? $0.decoder.flush() : [] }
        if !keys.isEmpty { report(.input(keys)) }
    }
}
