import Dispatch
import Foundation
import SignalsCore

/// A program that runs in a ``PseudoTerminal``.
public final class StartedProgram: Sendable {
    /// The way a program ended.
    public enum Ending: Hashable, Sendable {
        /// It exited, with a status from 0 to 255.
        case exited(Int32)
        /// A signal ended it, which has this number.
        case killed(by: Int32)
    }

    /// The number of its process.
    public let processIdentifier: Int32
    private let result = Future<Ending, Never>(unpromised: ())

    /// Starts a program in a session of its own, whose terminal is the one at `path`, and whose only open descriptors
    /// are those of that terminal.
    init(_ program: URL, _ arguments: [String], _ environment: [String: String], terminal path: String)
        throws
    {
        processIdentifier = try Self.spawn(program, arguments, environment, path)
        let (process, result) = (processIdentifier, result)
        DispatchQueue.global().async {
            var status: Int32 = 0
            while waitpid(process, &status, 0) < 0, errno == EINTR {}
            let signal = status & 0x7f
            result.resolve(.success(signal == 0 ? .exited((status >> 8) & 0xff) : .killed(by: signal)))
        }
    }

    /// Sends it a signal, such as `SIGTERM`. To be called before it has ended.
    ///
    /// - Parameter number: the number of the signal.
    public func signal(_ number: Int32) { kill(processIdentifier, number) }

    /// Waits until it has ended. What it writes has to be read meanwhile, if that is more than the terminal holds.
    ///
    /// - Returns: the way it ended. Each call returns the same.
    public func ending() async -> Ending { await result.value }

    private static func spawn(
        _ program: URL, _ arguments: [String], _ environment: [String: String], _ terminal: String
    ) throws -> Int32 {
        var attributes = Attributes()
        var actions = FileActions()
        posix_spawnattr_init(&attributes)
        posix_spawn_file_actions_init(&actions)
        defer {
            posix_spawnattr_destroy(&attributes)
            posix_spawn_file_actions_destroy(&actions)
        }
        // A program inherits the signals that this thread has blocked, and a task's threads have most of them blocked.
        var (none, all) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(&attributes, Self.flags)
        // The first terminal that the leader of a session opens is the session's.
        posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
        for descriptor: Int32 in [1, 2] { posix_spawn_file_actions_adddup2(&actions, 0, descriptor) }
        var process: pid_t = 0
        let error = withStrings([program.path] + arguments) { arguments in
            withStrings(environment.map { "\($0.key)=\($0.value)" }) { environment in
                posix_spawn(&process, program.path, &actions, &attributes, arguments, environment)
            }
        }
        guard error == 0 else { throw POSIXError(POSIXErrorCode(rawValue: error) ?? .EIO) }
        return process
    }

    /// Calls a closure with C's form of a list of texts.
    private static func withStrings<Result>(
        _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let pointers = texts.map { strdup($0) }
        defer { for pointer in pointers { free(pointer) } }
        return body(pointers + [nil])
    }
}

#if canImport(Darwin)
    private typealias Attributes = posix_spawnattr_t?
    private typealias FileActions = posix_spawn_file_actions_t?

    extension StartedProgram {
        fileprivate static var flags: Int16 {
            Int16(POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_CLOEXEC_DEFAULT)
        }
    }
#else
    private typealias Attributes = posix_spawnattr_t
    private typealias FileActions = posix_spawn_file_actions_t

    extension StartedProgram {
        /// `POSIX_SPAWN_SETSID`, which the C library declares for GNU sources only, and the others.
        fileprivate static var flags: Int16 { 0x80 | Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF) }
    }
#endif
