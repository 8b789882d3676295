import Dispatch
import Foundation
import SignalsCore
import SignalsSQL
import SignalsStoreCore

/// The watch for writes to a file or its write-ahead log: by the system's events, or without them by polling their
/// sizes and times four times a second.
///
/// It may call its handler in vain, since this process writes too, but it misses no commit. An event comes before its
/// commit, whose sync may take long: so the watch looks again after it, at growing intervals. It also looks again if
/// the time of the last write is so recent that a second write might have the same time.
final class FileWatch: Sendable {
    typealias Follow = @Sendable (String, @escaping @Sendable (FileEvent) -> Void) -> FileEvents?

    private static let interval = 0.25
    /// The seconds from an event to the next look, and at most between two: a folder further up may have been moved.
    private static let delays = 0.1...30
    private static let queue = DispatchQueue(label: "signals.watch", qos: .utility)

    private let paths: [String]
    private let followEvents: Follow
    private let state: Locked<State>

    private struct State: Sendable {
        var seen: [FileStatus?]
        var isSettled = false
        var isStopped = false
        var handler: (@Sendable () -> Void)?
        /// Nil where the system reports no events.
        var events: FileEvents?
        /// The seconds to the next look, if there are no events until then.
        var delay = FileWatch.delays.lowerBound
        /// The number of the check that is due; those before it are not.
        var checks = 0
    }

    /// - Parameter path: the file's path; no symbolic link, since SQLite has its log beside what that refers to.
    init(path: String, follow: @escaping Follow = FileEvents.follow) {
        paths = [path, path + "-wal"]
        followEvents = follow
        state = Locked(State(seen: paths.map { FileStatus($0) }))
    }

    deinit { stop() }

    /// Calls the handler on a background queue after each write, until `stop`. Called once.
    func start(_ handler: @escaping @Sendable () -> Void) {
        state.withLock { $0.handler = handler }
        follow()
        checkLater()
    }

    func stop() {
        let events = state.withLock { state in
            state.isStopped = true
            return state.events.take()
        }
        events?.end()
    }

    private func follow() {
        let events = followEvents(paths[0]) { [weak self] in self?.take($0) }
        let old = state.withLock { state in
            if state.isStopped { return events }
            defer { state.events = events }
            return state.events
        }
        old?.end()
    }

    private func take(_ event: FileEvent) {
        if event == .lost { follow() }
        state.withLock { $0.delay = Self.delays.lowerBound }
        callHandler()
        checkLater()
    }

    private func callHandler() {
        let handler = state.withLock { $0.isStopped ? nil : $0.handler }
        handler?()
    }

    private func checkLater() {
        let (number, delay) = state.withLock { state in
            state.checks += 1
            guard state.events != nil else { return (state.checks, Self.interval) }
            defer { state.delay = min(state.delay * 2, Self.delays.upperBound) }
            return (state.checks, state.delay)
        }
        Self.queue.asyncAfter(deadline: .now() + delay) { [weak self] in self?.check(number) }
    }

    private func check(_ number: Int) {
        let (isDue, isFollowed, isLate) = state.withLock { state in
            (!state.isStopped && state.checks == number, state.events != nil, state.delay == Self.delays.upperBound)
        }
        guard isDue else { return }
        if !isFollowed || isLate { follow() }
        if isFollowed || isChanged() { callHandler() }
        checkLater()
    }

    private func isChanged() -> Bool {
        let now = Date().timeIntervalSince1970
        let found = paths.map { FileStatus($0) }
        let areOld = found.allSatisfy { $0?.isOld(at: now) ?? true }
        return state.withLock { state in
            defer {
                state.seen = found
                state.isSettled = areOld
            }
            return !state.isSettled || state.seen != found
        }
    }
}
