import Foundation
import Testing

@testable import SignalsDashboard

/// In processes of their own, since what a process does at a signal is one for all its threads.
@Suite struct PreviousActionsTests {
    @Test func aHandlerIsInPlaceUntilTheActionBeforeItIsRestored() async {
        await #expect(processExitsWith: .exitCode(7)) {
            signal(SIGUSR1) { _ in exit(7) }
            PreviousActions.replace(SIGUSR1) { _ in }
            deliver(SIGUSR1)
            PreviousActions.restore(SIGUSR1)
            deliver(SIGUSR1)
        }
    }

    @Test func aSignalThatIsIgnoredStaysIgnored() async {
        await #expect(processExitsWith: .exitCode(0)) {
            signal(SIGUSR1, SIG_IGN)
            PreviousActions.replace(SIGUSR1) { _ in exit(1) }
            deliver(SIGUSR1)
            exit(0)
        }
    }

    @Test func aSignalEndsTheProgramAsItWouldHaveWithoutADashboard() async {
        await #expect(processExitsWith: .signal(SIGTERM)) { @MainActor in
            SignalHandlers.install()
            deliver(SIGTERM)
        }
    }

    @Test func afterTheDashboardTheActionsAreThoseOfBefore() async {
        await #expect(processExitsWith: .exitCode(3)) { @MainActor in
            signal(SIGTERM) { _ in exit(3) }
            SignalHandlers.install()
            SignalHandlers.uninstall()
            deliver(SIGTERM)
        }
    }
}

/// Sends the signal to the calling thread, and returns when it has been handled: the threads behind a task have most
/// signals blocked.
private func deliver(_ signal: Int32) {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, signal)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(signal)
}
