/// The response to a conflict with another commit, for closures whose changes are saved when they return.
///
/// ```swift
/// UnitOfWork(container: container)
///     .onConflict(.runAgain(times: 3, then: .alone))  // the default for units
///     .execute { context in try Teller(context: context).transfer(1, from: "A", to: "B") }
/// ```
/// A run is in conflict if its commit fails with `SaveError.Reason.conflict`, `.deletionConflict` or
/// `.relatedObjectDeleted`, which only happens under `MergePolicy.error`; or with `.valueTaken`, `.deletionDenied` or
/// `.relationshipMissing` if another commit came after the run had begun, since the closure may have read what that
/// commit changed. An error that the closure throws is not a conflict.
public enum ConflictResponse: Sendable, Hashable {
    /// The first conflict fails the save.
    case fail
    /// The closure runs again, in a new context, at most this many times, and then as the last resort says. The last
    /// resort comes sooner if other closures run alone already, or have since the closure began. A run that met a
    /// conflict leaves no trace: no row, event, call of an error handler, or notification. Effects of its closure and
    /// of lifecycle methods outside of the context stay, so they must be harmless when repeated.
    case runAgain(times: Int, then: LastResort)

    /// The last resort for a closure that has met a conflict each time it ran.
    public enum LastResort: Sendable, Hashable {
        /// The closure runs once more, alone: between its first read and its commit there is no other commit to the
        /// store, by this process or another, so it meets no conflict.
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
