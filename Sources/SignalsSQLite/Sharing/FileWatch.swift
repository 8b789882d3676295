import Dispatch
import Foundation
import SignalsCore
import SignalsSQL
import SignalsStoreCore

/// Notices that a file or its write-ahead log was written, by looking at their sizes and times four times a second.
///
/// It may call for nothing, since this process writes too, but it misses nothing: a time that is so near that a second
/// write might have the same one is looked at again.
final class FileWatch: Sendable {
    private static let interval = 0.25
    private static let queue = DispatchQueue(label: "signals.watch", qos: .utility)

    private let paths: [String]
    private let state: Locked<State>

    private struct State: Sendable {
        var seen: [Stamp?]
        var isSettled = false
        var isStopped = false
    }

    private struct Stamp: Sendable, Equatable {
        let size: Int64
        let seconds: Int
        let nanoseconds: Int

        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            size = Int64(status.st_size)
            #if canImport(Darwin)
                seconds = status.st_mtimespec.tv_sec
                nanoseconds = status.st_mtimespec.tv_nsec
            #else
                seconds = status.st_mtim.tv_sec
                nanoseconds = status.st_mtim.tv_nsec
            #endif
        }

        /// True if a later write has another time for sure.
        func isOld(at now: Double) -> Bool { now - (Double(seconds) + Double(nanoseconds) / 1e9) > 0.1 }
    }

    init(path: String) {
        paths = [path, path + "-wal"]
        state = Locked(State(seen: paths.map { Stamp($0) }))
    }

    /// Calls the handler on a background queue after each write, until `stop`. Called once.
    func start(_ handler: @escaping @Sendable () -> Void) {
        Self.queue.asyncAfter(deadline: .now() + Self.interval) { [weak self] in
            guard let self, !self.state.withLock({ $0.isStopped }) else { return }
            if self.isChanged() { handler() }
            self.start(handler)
        }
    }

    func stop() { state.withLock { $0.isStopped = true } }

    private func isChanged() -> Bool {
        let now = Date().timeIntervalSince1970
        let stamps = paths.map { Stamp($0) }
        let areOld = stamps.allSatisfy { $0?.isOld(at: now) ?? true }
        return state.withLock { state in
            defer {
                state.seen = stamps
                state.isSettled = areOld
            }
            return !state.isSettled || state.seen != stamps
        }
    }
}
