import Foundation

/// The reader of the keyboard and of the signal handlers' pipe, on a thread of its own. It reports their messages.
///
/// By `poll`, not by Dispatch's sources: on Linux their record of a descriptor that is hung up may be freed while it is read
/// (swift-corelibs-libdispatch, issue 949), and they report the end of a terminal once, whatever is still to be read.
final class TerminalInput {
    private let pipe: (read: Int32, write: Int32)
    /// Entered by the thread until it reads no more.
    private let reading = DispatchGroup()

    /// Starts reading. `report` is called on the thread, in the order in which things happen.
    init(from input: Int32, report: @escaping @Sendable (TerminalEvent) -> Void) throws {
        pipe = try Self.makePipe()
        reading.enter()
        let thread = Thread { [pipe, reading] in
            Self.read(input, pipe.read, report)
            reading.leave()
        }
        thread.name = "SignalsDashboard.TerminalInput"
        thread.start()
    }

    /// The descriptor to which a signal handler writes.
    var wakeUpDescriptor: Int32 { pipe.write }

    /// Stops reading, and returns when nothing watches the descriptors any more, so that their owner may close them.
    func end() {
        SignalSafe.wake(pipe.write, WakeUp.ended.rawValue)
        reading.wait()
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

    /// Reads until a wake-up says that it is over.
    private static func read(_ input: Int32, _ wakeUps: Int32, _ report: @escaping (TerminalEvent) -> Void) {
        var keys = KeyReader(report: report)
        var watched = [input, wakeUps].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        while true {
            let ready = poll(&watched, nfds_t(watched.count), keys.patience)
            if ready == 0 { keys.decide() }
            // Less than none: a signal handler ran on this thread.
            guard ready > 0 else { continue }
            // One that has ended is watched no more.
            if watched[0].revents != 0, !keys.read(from: input) { watched[0].fd = -1 }
            if watched[1].revents != 0, !readWakeUps(from: wakeUps, report) { return }
        }
    }

    /// Reports what the signal handlers' pipe says. Returns false when reading is over.
    private static func readWakeUps(from pipe: Int32, _ report: (TerminalEvent) -> Void) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = Foundation.read(pipe, &bytes, bytes.count)
        let reasons = Set(bytes.prefix(max(count, 0)).compactMap(WakeUp.init(rawValue:)))
        if reasons.contains(.resumed) { report(.resumed) }
        if reasons.contains(.resized) { report(.resized) }
        return !reasons.contains(.ended)
    }
}
