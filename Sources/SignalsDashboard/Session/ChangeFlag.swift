import Synchronization

/// A flag, raised once something that is shown has changed, however often that does until it is taken down.
final class ChangeFlag: Sendable {
    private let isRaised = Atomic(false)
    private let report: @Sendable (TerminalEvent) -> Void

    /// A flag that reports `.changed` when it is raised.
    init(report: @escaping @Sendable (TerminalEvent) -> Void) {
        self.report = report
    }

    /// Notes that something is about to change. May be called from any thread.
    func raise() {
        if !isRaised.exchange(true, ordering: .acquiringAndReleasing) { report(.changed) }
    }

    /// False if what was reported has been shown meanwhile.
    var isUp: Bool { isRaised.load(ordering: .acquiring) }

    /// Lowers the flag: the changes until now are about to be shown.
    func takeDown() { isRaised.store(false, ordering: .releasing) }
}
