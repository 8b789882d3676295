import Synchronization

/// What a subscriber at the end of a chain has to its upstream: one subscription, awaited, attached, ended.
///
/// It accepts one subscription, ends once, and lets go then of the subscription. Nobody subscribes to such a subscriber,
/// so it needs less than an `UpstreamLink`.
@usableFromInline
struct SubscriptionSlot: ~Copyable, Sendable {
    @usableFromInline
    enum Phase: UInt8, AtomicRepresentable, Sendable {
        case awaited, attached, ended
    }

    @usableFromInline let phase = Atomic(Phase.awaited)
    private let subscription = Locked<(any Subscription)?>(nil)

    @usableFromInline @inline(never)
    init() {}

    /// Whether upstream has completed, or it was cancelled.
    @inlinable @inline(__always)
    var hasEnded: Bool { phase.load(ordering: .acquiring) == .ended }

    /// Takes the subscription. False, and the subscription is cancelled, if there is one already or all has ended.
    @usableFromInline
    func attach(_ subscription: any Subscription) -> Bool {
        var taken: (any Subscription)? = subscription
        let isAttached = self.subscription.withLock { held in
            guard phase.load(ordering: .relaxed) == .awaited else { return false }
            swap(&held, &taken)
            phase.store(.attached, ordering: .releasing)
            return true
        }
        if !isAttached { subscription.cancel() }
        return isAttached
    }

    /// Ends because upstream has completed. True the first time.
    @usableFromInline
    func complete() -> Bool {
        let (isFirst, subscription) = end(from: .attached)
        withExtendedLifetime(subscription) {}
        return isFirst
    }

    /// Nothing more is wanted: cancels the subscription, the first time.
    @usableFromInline
    func cancel() {
        if hasEnded { return }
        end(from: nil).subscription?.cancel()
    }

    /// Ends, if it is in the phase asked for, and hands over what is to be let go of after the lock.
    private func end(from expected: Phase?) -> (isFirst: Bool, subscription: (any Subscription)?) {
        subscription.withLock { held in
            if let expected, phase.load(ordering: .relaxed) != expected { return (false, nil) }
            phase.store(.ended, ordering: .releasing)
            return (true, held.take())
        }
    }
}
