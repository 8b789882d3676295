#if canImport(Darwin)
    import Darwin
    import Dispatch
    import SignalsCore

    /// The events of a write-ahead log, as kqueue reports them. Every commit is written to the log.
    ///
    /// The database itself is not opened: to close it would let go of SQLite's locks on it.
    enum LogEvents {
        private static let pause = 0.1
        private static let queue = DispatchQueue(label: "signals.events", qos: .utility)

        static func follow(_ path: String, _ handler: @escaping @Sendable (FileEvent) -> Void) -> FileEvents? {
            let descriptor = open(path, O_EVTONLY | O_CLOEXEC)
            guard descriptor >= 0 else { return nil }
            guard isLocal(descriptor) else {
                close(descriptor)
                return nil
            }
            let source = DispatchSource.makeFileSystemObjectSource(
                fileDescriptor: descriptor, eventMask: [.write, .extend, .delete, .rename, .revoke], queue: queue)
            // SAFETY: Dispatch's sources are documented to be used from any thread.
            let shared = Vouched(source)
            source.setEventHandler {
                handler(shared.value.data.isDisjoint(with: [.delete, .rename, .revoke]) ? .written : .lost)
                shared.value.suspend()
                queue.asyncAfter(deadline: .now() + pause) { shared.value.resume() }
            }
            source.setCancelHandler { close(descriptor) }
            source.activate()
            return FileEvents { shared.value.cancel() }
        }

        private static func isLocal(_ descriptor: Int32) -> Bool {
            var found = statfs()
            return fstatfs(descriptor, &found) == 0 && found.f_flags & UInt32(MNT_LOCAL) != 0
        }
    }
#endif
