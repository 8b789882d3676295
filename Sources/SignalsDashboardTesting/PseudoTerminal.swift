import Foundation
import SignalsCore
import SignalsDashboard
import Synchronization

/// A terminal for tests. A test types at one end and receives there what the dashboard at the other end sends.
///
/// ```swift
/// let terminal = try PseudoTerminal(columns: 80, rows: 24)
/// let dashboard = Dashboard("Tasks", on: terminal.terminal()) { _ in tasks }
/// ```
/// A whole program runs in it too, as in a window of its own:
///
/// ```swift
/// let program = try terminal.start(url, ["--store", path])
/// try await terminal.wait(for: "No tasks yet")
/// terminal.type("q")
/// #expect(await program.ending() == .exited(0))
/// ```
public final class PseudoTerminal: Sendable {
    /// The descriptor of the person's end (`/dev/ptmx`): what is written to it is typed, and the program's output is
    /// read from it.
    private let person: Int32
    /// The descriptor of the program's end, which is the terminal itself: keys are read from it, and output is written
    /// to it. It is closed when this object is released.
    public let program: Int32
    private let path: String
    private let received = Locked("")
    private let isHungUp = Atomic(false)

    /// A terminal of the given size; 0 by 0 is one that does not report its size.
    ///
    /// - Parameters:
    ///   - columns: its columns, from 0 to 65,535.
    ///   - rows: its rows, from 0 to 65,535.
    /// - Throws: `POSIXError` when the system has no pseudoterminal to give.
    public init(columns: Int, rows: Int) throws {
        // Closed in started programs: an open descriptor there would keep the terminal from hanging up.
        person = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        path = try Self.unlock(person)
        program = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard program >= 0 else { throw POSIXError(.ENXIO) }
        resize(columns: columns, rows: rows)
    }

    deinit {
        close(program)
        hangUp()
    }

    /// Closes the person's end, as happens when a window is closed.
    public func hangUp() {
        if !isHungUp.exchange(true, ordering: .relaxed) { close(person) }
    }

    /// Returns the end that a dashboard is given.
    ///
    /// - Parameter environment: the variables by which the dashboard finds out what the terminal can do.
    /// - Returns: a terminal whose input and output are both ``program``. This object has to be kept while it is used.
    public func terminal(_ environment: [String: String] = ["TERM": "xterm"]) -> Terminal {
        Terminal(input: program, output: program, environment: environment)
    }

    /// Starts a program whose terminal this is: its input, its output and its errors, and where the keys that send signals
    /// come from. One at a time; on macOS those keys send none.
    ///
    /// - Parameters:
    ///   - program: the executable.
    ///   - arguments: the arguments after the program's name.
    ///   - environment: all of its environment.
    /// - Returns: the program, which runs.
    /// - Throws: `POSIXError` when it cannot be started.
    public func start(
        _ program: URL, _ arguments: [String] = [], environment: [String: String] = ["TERM": "xterm"]
    ) throws -> StartedProgram {
        try StartedProgram(program, arguments, environment, terminal: path)
    }

    /// Resizes the terminal, as a person does by dragging a corner of its window.
    ///
    /// - Parameters:
    ///   - columns: its columns, from 0 to 65,535.
    ///   - rows: its rows, from 0 to 65,535.
    public func resize(columns: Int, rows: Int) {
        var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(person, UInt(TIOCSWINSZ), &size)
    }

    /// Types `text`.
    ///
    /// - Parameter text: the text, with the bytes of keys as a terminal sends them.
    public func type(_ text: String) {
        _ = Array(text.utf8).withUnsafeBytes { write(person, $0.baseAddress, $0.count) }
    }

    /// The settings of the terminal's driver, in a form that can be compared.
    public var settings: [UInt64] {
        var modes = termios()
        tcgetattr(program, &modes)
        let characters = withUnsafeBytes(of: modes.c_cc) { $0.map { UInt64($0) } }
        return [modes.c_iflag, modes.c_oflag, modes.c_cflag, modes.c_lflag].map { UInt64($0) } + characters
    }

    /// The output that did not come in time.
    public struct TimedOut: Error, CustomStringConvertible {
        /// The output that was waited for, and the output that came instead.
        public let description: String
    }

    /// Waits until the program has sent `text` after all that was waited for before, and returns what came until then.
    ///
    /// - Parameters:
    ///   - text: the text, which may hold control sequences.
    ///   - timeout: the time to wait. What has come by then is looked at, however late that is: a busy machine may not get to
    ///     it before.
    /// - Returns: the output after what was waited for before, with `text` at its end.
    /// - Throws: `TimedOut` when it does not come.
    @discardableResult
    public func wait(for text: String, timeout: Duration = .seconds(20)) async throws -> String {
        let deadline = ContinuousClock.now.advanced(by: timeout)
        var chunks = 0
        while true {
            let found = received.withLock { received -> String? in
                guard let range = received.range(of: text) else { return nil }
                defer { received = String(received[range.upperBound...]) }
                return String(received[..<range.upperBound])
            }
            if let found { return found }
            let isLate = ContinuousClock.now >= deadline
            if isLate { chunks += 1 }
            let hasMore = await receive()
            if isLate, !hasMore || chunks > Self.mostLateChunks { break }
        }
        throw TimedOut(description: "“\(text)” did not come; this did: \(received.withLock { $0.debugDescription })")
    }

    /// The number of chunks that are looked at after the timeout: a program may go on printing for ever.
    private static let mostLateChunks = 100

    /// Makes the program's end ready to be opened, and returns its path.
    private static func unlock(_ person: Int32) throws -> String {
        #if canImport(Darwin)
            guard grantpt(person) == 0, unlockpt(person) == 0, let name = ptsname(person) else {
                throw POSIXError(.ENXIO)
            }
            return String(cString: name)
        #else
            // Glibc declares unlockpt and ptsname for XOPEN sources only; these are the requests that they make.
            let (setLock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
            var unlocked: Int32 = 0
            var number: Int32 = 0
            guard ioctl(person, setLock, &unlocked) == 0, ioctl(person, getNumber, &number) == 0 else {
                throw POSIXError(.ENXIO)
            }
            return "/dev/pts/\(number)"
        #endif
    }

    /// Receives what the program has sent. Returns false if nothing came for a while.
    private func receive() async -> Bool {
        let person = person
        let bytes = await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                var ready = pollfd(fd: person, events: Int16(POLLIN), revents: 0)
                var bytes = [UInt8](repeating: 0, count: 65_536)
                let count = poll(&ready, 1, 1000) > 0 ? read(person, &bytes, bytes.count) : 0
                continuation.resume(returning: Array(bytes.prefix(max(count, 0))))
            }
        }
        received.withLock { $0 += String(decoding: bytes, as: UTF8.self) }
        return !bytes.isEmpty
    }
}
