import CPostgres
import Foundation
import SignalsCore

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Hears on a connection and a thread of its own when others commit, and where the server does not tell looks every
/// second.
final class Listener: Sendable {
    private static let interval = 1.0
    /// The time after which a server that says nothing is asked whether it is there: a connection that is cut off is
    /// silent, too.
    private static let silence = 30.0

    private let address: PostgresAddress
    private let channel: String
    private let patience: TimeInterval
    private let state: Locked<State>

    private struct State: Sendable {
        /// The ends of a pipe: what is written to the second wakes the thread. Nil when it is closed.
        var ends: (read: Int32, write: Int32)?
        var isOver = false
    }

    init(_ address: PostgresAddress, channel: String, patience: TimeInterval) {
        self.address = address
        self.channel = channel
        self.patience = patience
        var ends: [Int32] = [-1, -1]
        pipe(&ends)
        state = Locked(State(ends: (ends[0], ends[1])))
    }

    deinit { closePipe() }

    private func closePipe() {
        state.withLock { state in
            guard let ends = state.ends.take() else { return }
            close(ends.read)
            close(ends.write)
        }
    }

    /// - Parameters:
    ///   - isTold: whether the server tells of commits; else it is looked for them.
    ///   - isOwn: whether a commit was told by the connection with that number of this process.
    ///   - handler: called on the listener's thread when somebody may have committed, with the generation of the last
    ///     commit that was told, or nil.
    func start(
        isTold: Bool, isOwn: @escaping @Sendable (Int32) -> Bool, _ handler: @escaping @Sendable (Int64?) -> Void
    ) {
        Thread.detachNewThread { [self] in
            while !state.withLock({ $0.isOver }) {
                if isTold { try? listen(isOwn, handler) }
                if wait(nil, seconds: Self.interval) { handler(nil) }
            }
            closePipe()
        }
    }

    func stop() {
        state.withLock { state in
            state.isOver = true
            var byte: UInt8 = 1
            if let ends = state.ends { write(ends.write, &byte, 1) }
        }
    }

    /// Listens until the connection is lost, or `stop`.
    private func listen(_ isOwn: (Int32) -> Bool, _ handler: (Int64?) -> Void) throws {
        let connection = try PostgresConnection(address, Deadline(after: patience))
        try connection.run(
            Statement("LISTEN \(PostgresName.quoted(channel))"), Deadline(after: patience))
        // What was committed before it listened.
        handler(nil)
        while wait(connection.socket, seconds: Self.silence) {
            guard PQconsumeInput(connection.handle) == 1 else { return handler(nil) }
            var notices = notices(connection, isOwn)
            if notices.count == 0 {
                do { try connection.run(Statement("SELECT 1"), Deadline(after: patience)) } catch {
                    return handler(nil)
                }
                notices = self.notices(connection, isOwn)
            }
            if let latest = notices.latest { handler(latest) }
        }
    }

    /// The number of commits that were told, and the last of others.
    private func notices(_ connection: PostgresConnection, _ isOwn: (Int32) -> Bool) -> (count: Int, latest: Int64?) {
        var (count, latest): (Int, Int64?) = (0, nil)
        while let notice = PQnotifies(connection.handle) {
            let payload = notice.pointee.extra.map { String(cString: $0) } ?? ""
            if !isOwn(notice.pointee.be_pid) { latest = max(latest ?? 0, Int64(payload) ?? .max) }
            count += 1
            PQfreemem(notice)
        }
        return (count, latest)
    }

    /// Waits for something to read; false when the listener is stopped.
    private func wait(_ socket: Int32?, seconds: Double?) -> Bool {
        guard let end = state.withLock({ $0.ends?.read }) else { return false }
        var descriptors = [pollfd(fd: end, events: Int16(POLLIN), revents: 0)]
        if let socket { descriptors.append(pollfd(fd: socket, events: Int16(POLLIN), revents: 0)) }
        poll(&descriptors, nfds_t(descriptors.count), seconds.map { Int32($0 * 1000) } ?? -1)
        return !state.withLock { $0.isOver }
    }
}
