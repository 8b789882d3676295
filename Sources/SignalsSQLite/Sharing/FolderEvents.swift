#if os(Linux) || os(Android)
    import CPlatform
    import Dispatch
    import Foundation
    import SignalsCore

    /// The events of the folders of all open stores, as inotify reports them: one descriptor and one queue for all.
    ///
    /// Folders, since a log may come and go. Memory that is mapped gives no events, but SQLite writes a log by `write`.
    final class FolderEvents: Sendable {
        /// Nil where the system gives no descriptor.
        static let shared = FolderEvents()
        /// The seconds in which all writes wake the queue once: this process's own saves are written too.
        private static let pause = 0.1

        private let descriptor: Int32
        private let queue = DispatchQueue(label: "signals.events", qos: .utility)
        private let state = Locked(State())

        private struct State: Sendable {
            var followers: [Int: Follower] = [:]
            var last = 0
        }

        private struct Follower: Sendable {
            /// The folder's number among the events.
            let folder: Int32
            let files: Set<String>
            let handler: @Sendable (FileEvent) -> Void
        }

        private init?() {
            descriptor = signals_open_events()
            guard descriptor >= 0 else { return nil }
            let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
            // SAFETY: Dispatch's sources are documented to be used from any thread.
            let shared = Vouched(source)
            source.setEventHandler { [self] in
                report(FolderEvent.read(from: descriptor))
                source.suspend()
                queue.asyncAfter(deadline: .now() + Self.pause) { shared.value.resume() }
            }
            source.resume()
        }

        /// Calls `handler` at the events of a database and its log; nil where the system does not report them.
        func follow(_ path: String, _ handler: @escaping @Sendable (FileEvent) -> Void) -> FileEvents? {
            guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
            let (folder, name) = (String(path[...slash]), String(path[path.utf8.index(after: slash)...]))
            guard signals_is_local(folder) == 1 else { return nil }
            let number = state.withLock { state -> Int? in
                let number = signals_follow_folder(descriptor, folder)
                guard number >= 0 else { return nil }
                state.last += 1
                state.followers[state.last] = Follower(folder: number, files: [name, name + "-wal"], handler: handler)
                return state.last
            }
            return number.map { number in FileEvents { [self] in end(number) } }
        }

        private func end(_ number: Int) {
            state.release { state -> Follower? in
                let follower = state.followers.removeValue(forKey: number)
                // Two stores in a folder have one number.
                if let folder = follower?.folder, !state.followers.values.contains(where: { $0.folder == folder }) {
                    signals_leave_folder(descriptor, folder)
                }
                return follower
            }
        }

        private func report(_ events: [FolderEvent]) {
            let followers = state.withLock { Array($0.followers.values) }
            for follower in followers {
                let kinds = events.compactMap { $0.kind(in: follower.folder, follower.files) }
                if let kind = kinds.contains(.lost) ? .lost : kinds.first { follower.handler(kind) }
            }
        }
    }
#endif
