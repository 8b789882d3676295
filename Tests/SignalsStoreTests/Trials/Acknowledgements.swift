import Dispatch
import Foundation
import Signals

#if canImport(Glibc)
    import Glibc
#endif

/// The lines that a child process writes to a pipe, and its parent reads while the child lives: who it is, and of each
/// save what became of it. A line that was written is heard, however the child ends.
struct Acknowledgements: Sendable {
    /// The moment at which the child is killed.
    struct Moment: Sendable, CustomStringConvertible {
        /// After so many acknowledged saves; 0 for as soon as it lives.
        var saves: Int
        /// And so many microseconds.
        var delay: Int

        var description: String { "after \(saves) saves and \(delay) µs" }

        static func random(_ random: inout TrialRandom) -> Moment {
            // One in six is killed while it still opens the store, and brings it back from the kill before.
            Int.random(in: 0..<6, using: &random) == 0
                ? Moment(saves: 0, delay: .random(in: 0..<60_000, using: &random))
                : Moment(saves: .random(in: 1..<1500, using: &random), delay: .random(in: 0..<3000, using: &random))
        }
    }

    struct Heard: Sendable {
        var saved: Set<Int> = []
        var failed: [String] = []
    }

    private let path: String

    init(_ path: String) { self.path = path }

    func make() throws {
        unlink(path)
        guard mkfifo(path, 0o600) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }

    /// The parent's part: hears the child out, and kills it at the moment.
    func hear(killingAt moment: Moment) async -> Heard {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: listen(moment)) }
        }
    }

    private func listen(_ moment: Moment) -> Heard {
        let pipe = open(path, O_RDONLY)
        defer { close(pipe) }
        var (heard, child) = (Heard(), pid_t?.none)
        var end: DispatchWorkItem?
        // A child that has ended by itself is not there to be killed any more, and another may have its number.
        defer { end?.cancel() }
        var rest: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(pipe, &buffer, buffer.count)
            if count <= 0 { return heard }
            rest += buffer[..<count]
            let lines = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            rest = Array(lines.last ?? [])
            for line in lines.dropLast() { note(String(decoding: line, as: UTF8.self), &heard, &child) }
            if let living = child, heard.saved.count >= moment.saves {
                let killing = DispatchWorkItem { kill(living, SIGKILL) }
                DispatchQueue.global().asyncAfter(deadline: .now() + .microseconds(moment.delay), execute: killing)
                (end, child) = (killing, nil)
            }
        }
    }

    private func note(_ line: String, _ heard: inout Heard, _ child: inout pid_t?) {
        let words = line.split(separator: " ", maxSplits: 1)
        switch (words.first, words.last.flatMap { Int($0) }) {
        case ("child", let id?): child = pid_t(id)
        case ("saved", let number?): heard.saved.insert(number)
        default: heard.failed.append(line)
        }
    }

    /// For a child that never opened the pipe, so that its parent does not wait for it.
    func end() {
        let pipe = open(path, O_WRONLY | O_NONBLOCK)
        if pipe >= 0 { close(pipe) }
    }

    /// The child's part: a function that writes one line, from any thread.
    func speak() throws -> @Sendable (String) -> Void {
        let pipe = open(path, O_WRONLY)
        guard pipe >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        let say: @Sendable (String) -> Void = { line in
            // So short a line is written whole or not at all.
            _ = "\(line)\n".withCString { write(pipe, $0, strlen($0)) }
        }
        say("child \(getpid())")
        return say
    }
}
