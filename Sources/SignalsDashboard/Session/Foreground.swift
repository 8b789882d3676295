import Foundation

/// The foreground of a terminal, which a program has to have before it takes the terminal.
enum Foreground {
    /// Returns when the program is in the foreground of the terminal of `descriptor`. Started in the background, it
    /// stops here as others do (SIGTTOU), until a person brings it forward (`fg`).
    ///
    /// - Throws: `DashboardError.terminalFailed` if nobody could do that.
    static func await(on descriptor: Int32) throws {
        // None for a terminal that is not the one that the program was started in.
        let group = tcgetpgrp(descriptor)
        guard group > 0, group != getpgrp() else { return }
        var (stop, before) = (sigset_t(), sigset_t())
        sigemptyset(&stop)
        sigaddset(&stop, SIGTTOU)
        // The threads that run tasks have it blocked, and the system stops no thread that has.
        pthread_sigmask(SIG_UNBLOCK, &stop, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        // Of what only the foreground may do, this changes nothing.
        while tcdrain(descriptor) != 0 {
            guard errno == EINTR else {
                throw DashboardError.terminalFailed(reason: String(cString: strerror(errno)))
            }
        }
    }
}
