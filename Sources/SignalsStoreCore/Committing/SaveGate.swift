import Dispatch
import Synchronization

/// The gate at which the threads of one group's saves wait: one gate for all of them, since one system call wakes many
/// threads at once.
final class SaveGate: Sendable {
    private final class Outcomes: Sendable {
        let all: [SaveGroup.Outcome]
        init(_ all: [SaveGroup.Outcome]) { self.all = all }
    }

    private let outcomes = AtomicLazyReference<Outcomes>()
    private let closed = DispatchGroup()

    init() { closed.enter() }

    /// Resumes all waiting callers. Called once.
    func open(_ outcomes: [SaveGroup.Outcome]) {
        _ = self.outcomes.storeIfNil(Outcomes(outcomes))
        closed.leave()
    }

    /// Waits, and returns the outcomes of some of the group's saves.
    func wait(for saves: Range<Int>) -> ArraySlice<SaveGroup.Outcome> {
        closed.wait()
        return outcomes.load()?.all[saves] ?? []
    }
}
