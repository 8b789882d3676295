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

/// Listens for the commits of others, on a connection and a thread of its own; if the server has no notifications, polls
/// every second. While no server answers, it calls nobody: a reader would wait for the server, and saves for the reader.
final class Listener: Sendable {
    private static let interval = 1.0
    /// The time without a notification after which it polls: a connection that is cut off is silent too.
    private static let silence = 30.0

    private let address: PostgresAddress
    private let channel: String
    private let timeout: TimeInterval
    private let state: Locked<State>

    private struct State: Sendable {
        /// The ends of a pipe while the thread runs: what is written to the second wakes it.
        var ends: (read: Int32, write: Int32)?
        var isOver = false
    }

    init(_ address: PostgresAddress, channel: String, timeout: TimeInterval) {
        self.address = address
        self.channel = channel
        self.timeout = timeout
        state = Locked(State())
    }

    /// Makes the pipe; false if the listener is stopped already.
    private func openPipe() -> Bool {
        state.withLock { state in
            if state.isOver { return false }
            var ends: [Int32] = [-1, -1]
            pipe(&ends)
            state.ends = (ends[0], ends[1])
            return true
        }
    }

    private func closePipe() {
        state.withLock { state in
            guard let ends = state.ends.take() else { return }
            close(ends.read)
            close(ends.write)
        }
    }

    /// - Parameters:
    ///   - newest: the statement that finds the last commit.
    ///   - polls: true if the server has no notifications.
    ///   - isOwn: true if the backend with this process ID serves this program's writer.
    ///   - handler: called on the listener's thread when another program may have committed, with the generation of the last
    ///     commit, or nil if that is unknown.
    func start(
        _ newest: Statement, polls: Bool, isOwn: @escaping @Sendable (Int32) -> Bool,
        _ handler: @escaping @Sendable (Int64?) -> Void
    ) {
        guard openPipe() else { return }
        Thread.detachNewThread { [self] in
            repeat {
                do {
                    if polls { try pollServer(newest, handler) } else { try listen(newest, isOwn, handler) }
                } catch let failure as PostgresFailure where failure.isLastingRefusal {
                    // It takes no connection for this, but answers the others: they are asked instead.
                    handler(nil)
                } catch {
                    // It cannot be reached, and is tried again: nothing is committed meanwhile that it would tell.
                }
            } while wait(nil, seconds: Self.interval)
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
    private func listen(_ newest: Statement, _ isOwn: (Int32) -> Bool, _ handler: (Int64?) -> Void) throws {
        let connection = try PostgresConnection(address, Deadline(after: timeout))
        try connection.run(
            Statement("LISTEN \(PostgresName.quoted(channel))"), Deadline(after: timeout))
        // For the commits that came before it listened.
        handler(nil)
        while wait(connection.socket, seconds: Self.silence) {
            guard PQconsumeInput(connection.handle) == 1 else { return }
            var notifications = notifications(connection, isOwn)
            if notifications.count == 0 {
                // There may be commits of programs whose pooler keeps their notifications.
                let found = HistoryPosition(try connection.run(newest, Deadline(after: timeout)), 0)
                if let found { handler(found.generation) }
                notifications = self.notifications(connection, isOwn)
            }
            if let latest = notifications.latest { handler(latest) }
        }
    }

    /// Polls until the connection is lost, or `stop`.
    private func pollServer(_ newest: Statement, _ handler: (Int64?) -> Void) throws {
        let connection = try PostgresConnection(address, Deadline(after: timeout))
        var last: HistoryPosition?
        repeat {
            let found = HistoryPosition(try connection.run(newest, Deadline(after: timeout)), 0)
            guard let found, found != last else { continue }
            // A generation that is not greater means that the server lost commits.
            handler(last.map { $0.generation < found.generation } == true ? found.generation : nil)
            last = found
        } while wait(nil, seconds: Self.interval)
    }

    /// Reads the notifications: returns their number, and the last generation that another program sent.
    private func notifications(_ connection: PostgresConnection, _ isOwn: (Int32) -> Bool) -> (
        count: Int, latest: Int64?
    ) {
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
