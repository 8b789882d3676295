import Synchronization

/// The life of a sink: one subscription, awaited, attached, ended.
///
/// It refers to nothing but the subscription, and to that until the end. So whoever keeps it, as the ``AnyCancellable`` of
/// a sink does, keeps neither the closures nor what they capture: those live as long as upstream needs them.
@usableFromInline
package final class SinkLink: Cancellable {
    @usableFromInline
    enum Phase: UInt8, AtomicRepresentable, Sendable {
        case awaited, attaching, attached, completed, cancelled
    }

    @usableFromInline let phase = Atomic(Phase.awaited)

    // SAFETY: written only by the thread that moves the phase to `attaching`, read and cleared only by the one that moves
    // it from `attached` to an end.
    private let subscription = HandedOn<any Subscription>(NoSubscription())

    @usableFromInline @inline(never)
    package init() {}

    /// True after the completion or a cancel.
    @inlinable @inline(__always)
    var hasEnded: Bool { phase.load(ordering: .acquiring).rawValue >= Phase.completed.rawValue }

    /// Takes the subscription, and asks it for all values. It is cancelled if there is one already or all has ended.
    @usableFromInline
    func attach(_ subscription: any Subscription) {
        guard move(from: .awaited, to: .attaching) else { return subscription.cancel() }
        _ = self.subscription.exchange(for: subscription)
        if move(from: .attaching, to: .attached) {
            subscription.request(.unlimited)
        } else {
            self.subscription.state = NoSubscription()
            subscription.cancel()
        }
    }

    /// Ends because upstream has completed. True the first time.
    @usableFromInline
    func complete() -> Bool {
        let before = end(as: .completed)
        if before == .attached { takeSubscription() }
        return before != nil
    }

    /// Cancels the subscription, the first time.
    @usableFromInline
    package func cancel() {
        if end(as: .cancelled) == .attached { takeSubscription().cancel() }
    }

    /// Ends, and returns the phase before, nil if it had ended. A thread that is attaching lets go of the subscription
    /// itself; after `attached` the caller does.
    private func end(as phase: Phase) -> Phase? {
        var current = self.phase.load(ordering: .acquiring)
        while current.rawValue < Phase.completed.rawValue {
            let attempt = self.phase.compareExchange(
                expected: current, desired: phase, ordering: .acquiringAndReleasing)
            if attempt.exchanged { return current }
            current = attempt.original
        }
        return nil
    }

    @discardableResult
    private func takeSubscription() -> any Subscription {
        subscription.exchange(for: NoSubscription())
    }

    private func move(from expected: Phase, to next: Phase) -> Bool {
        phase.compareExchange(expected: expected, desired: next, ordering: .acquiringAndReleasing).exchanged
    }
}
