import Dispatch
import Foundation
import SignalsCore

/// Reads the keyboard and the signal handlers' pipe on a queue of its own, and reports what they say.
final class TerminalInput {
    private let queue = DispatchQueue(label: "SignalsDashboard.TerminalInput")
    private let keyboard: any DispatchSourceRead
    private let wakeUps: any DispatchSourceRead
    private let pipe: (read: Int32, write: Int32)
    /// Entered by each source that still watches its descriptor.
    private let watching = DispatchGroup()

    /// Starts reading. `report` is called on a background queue, in the order in which things happen.
    init(from input: Int32, report: @escaping @Sendable (TerminalEvent) -> Void) throws {
        pipe = try Self.makePipe()
        keyboard = DispatchSource.makeReadSource(fileDescriptor: input, queue: queue)
        wakeUps = DispatchSource.makeReadSource(fileDescriptor: pipe.read, queue: queue)
        let keys = KeyReader(queue: queue, report: report)
        keyboard.setEventHandler { [keyboard] in if !keys.read(from: input) { keyboard.cancel() } }
        wakeUps.setEventHandler { [pipe] in Self.readWakeUps(from: pipe.read, report: report) }
        for source in [keyboard, wakeUps] {
            watching.enter()
            source.setCancelHandler { [watching] in watching.leave() }
            source.resume()
        }
    }

    /// The descriptor to which a signal handler writes.
    var wakeUpDescriptor: Int32 { pipe.write }

    /// Stops reading, and returns when nothing watches the descriptors any more: whoever owns them may close them then.
    func end() {
        keyboard.cancel()
        wakeUps.cancel()
        watching.wait()
        close(pipe.read)
        close(pipe.write)
    }

    private static func makePipe() throws -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        guard Foundation.pipe(&ends) == 0 else {
            throw DashboardError.terminalFailed(reason: String(cString: strerror(errno)))
        }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        return (ends[0], ends[1])
    }

    private static func readWakeUps(from pipe: Int32, report: (TerminalEvent) -> Void) {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(pipe, &bytes, bytes.count)
        guard count > 0 else { return }
        let reasons = Set(bytes.prefix(count).compactMap(WakeUp.init(rawValue:)))
        if reasons.contains(.resumed) { report(.resumed) }
        if reasons.contains(.resized) { report(.resized) }
    }
}
