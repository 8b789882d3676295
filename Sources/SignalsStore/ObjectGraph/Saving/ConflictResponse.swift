/// The response to a conflict with another commit, where a closure's changes are saved when it returns.
///
/// ```swift
/// UnitOfWork(container: container)
///     .onConflict(.runAgain(times: 3, then: .alone))  // the default for units
///     .execute { context in try Teller(context: context).transfer(1, from: "A", to: "B") }
/// ```
/// A run is in conflict if its commit fails with `SaveError.Reason.conflict`, `.deletionConflict` or
/// `.relatedObjectDeleted`, which only happens under `MergePolicy.error`; or with `.valueTaken`, `.deletionDenied` or
/// `.relationshipMissing` while another commit came after the run had begun, since it may have decided from what has
/// changed. What the closure throws itself is no conflict.
public enum ConflictResponse: Sendable, Hashable {
    /// The first conflict fails the save.
    case fail
    /// The closure runs again, in a new context, at most this many times, and then as the last resort says; sooner if
    /// others run alone already, or have since the closure began. Nothing is seen of a run that met a conflict: no row,
    /// event, error handler or notification. What its closure and the hooks did outside of the context stays, so let
    /// that be harmless when repeated.
    case runAgain(times: Int, then: LastResort)

    /// The last resort for a closure that has met a conflict each time it ran.
    public enum LastResort: Sendable, Hashable {
        /// It runs once more, alone: from its first read to its commit nobody else commits to the store, in this process
        /// or another, so that it meets no conflict.
        ///
        /// All other saves wait meanwhile. A save that the closure makes in another context of the container, on its own
        /// thread, fails with `SaveError.Reason.busy`; so do those that wait when a closure has run alone for longer than
        /// the store's `busyTimeout`. So a closure that waits for such a save ends.
        case alone
        /// It fails with the last conflict.
        case fail
    }
}

extension ConflictResponse {
    /// The next step after a conflict.
    enum Step: Equatable {
        case fail
        case runAgain
        case runAlone
    }

    /// True if it ends with a run alone.
    var endsAlone: Bool {
        if case .runAgain(_, .alone) = self { true } else { false }
    }

    /// - Parameter runs: the number of times that the closure ran.
    func step(after runs: Int) -> Step {
        guard case .runAgain(let times, let lastResort) = self else { return .fail }
        if runs <= times { return .runAgain }
        return lastResort == .alone ? .runAlone : .fail
    }
}

extension SaveError {
    /// True if the save broke a rule that it may have kept when it read what it was decided from.
    var mayComeOfOldReads: Bool {
        switch reason {
        case .valueTaken, .deletionDenied, .relationshipMissing: true
        default: false
        }
    }
}
