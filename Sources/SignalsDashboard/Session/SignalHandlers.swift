import Foundation

/// The handlers of the signals that matter to a full-screen program. Each handler acts before the signal takes its
/// usual course.
@MainActor
struct SignalHandlers {
    /// The signals that end the program: the terminal is restored, then the signal does what it would have done.
    private static let ending = [
        SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS, SIGXCPU, SIGXFSZ,
    ]
    private static let passing = [SIGWINCH, SIGCONT]

    /// Installs the handlers. A signal that the program was started with as ignored (`nohup`) stays so.
    static func install() {
        for signal in ending { PreviousActions.replace(signal, with: handleEnd) }
        for signal in passing { PreviousActions.replace(signal, with: handlePassing) }
        PreviousActions.replace(SIGTSTP, with: handleSuspension)
    }

    /// Restores the previous handlers.
    static func uninstall() {
        for signal in ending + passing + [SIGTSTP] { PreviousActions.restore(signal) }
    }
}

/// Ends the program as the signal would have: by the action there was before, which returns here or does not.
private func handleEnd(_ signal: Int32) {
    TerminalRestoration.hide()
    PreviousActions.restore(signal)
    raise(signal)
}

private func handlePassing(_ signal: Int32) {
    let number = errno
    if signal == SIGCONT { TerminalRestoration.showAgain() } else { TerminalRestoration.wake(.resized) }
    errno = number
}

/// Gives the terminal back and stops by the signal's own action. What follows runs when the program is continued; where
/// nobody could continue it (no shell, an orphaned process group), the system does not stop it.
private func handleSuspension(_ signal: Int32) {
    let number = errno
    TerminalRestoration.suspend()
    PreviousActions.restore(signal)
    raise(signal)
    unblock(signal)
    PreviousActions.replace(signal, with: handleSuspension)
    // The handler of SIGCONT has notified the session already: notified twice, it would draw its rows twice.
    TerminalRestoration.endSuspension()
    errno = number
}

private func unblock(_ signal: Int32) {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, signal)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
}
