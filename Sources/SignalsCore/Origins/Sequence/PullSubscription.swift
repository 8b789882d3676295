import Synchronization

/// A subscription to a sequence, whose elements are delivered as they are asked for.
///
/// It holds a closure formed where the subscriber's and the sequence's types are known: the loop over the elements runs
/// in there, since a class that is generic over them runs unspecialised code when it is entered through
/// `any Subscription`. One thread is in the loop at a time; a demand that comes meanwhile, from inside or from another
/// thread, lets it run on.
@usableFromInline
final class PullSubscription: NamedSubscription {
    /// Delivers elements until nothing more is asked for, or none is left, which it ends with.
    @usableFromInline typealias Loop = @Sendable (PullSubscription) -> Void

    private struct Work: Sendable {
        let loop: Loop
        let describe: @Sendable () -> String
    }

    @usableFromInline let demand = DemandMeter()
    private let isInLoop = Atomic(false)
    private let name: StaticString
    private let work: Locked<Work?>

    /// - Parameters:
    ///   - name: the name that `print()` and a debugger show after the end.
    ///   - describe: makes what they show before it.
    ///   - loop: delivers elements.
    @usableFromInline @inline(never)
    init(_ name: StaticString, describe: @escaping @Sendable () -> String, loop: @escaping Loop) {
        self.name = name
        work = Locked(Work(loop: loop, describe: describe))
    }

    @usableFromInline
    func request(_ demand: Subscribers.Demand) {
        self.demand.add(demand)
        while self.demand.current > .none, !isInLoop.exchange(true, ordering: .acquiringAndReleasing) {
            work.withLock { $0 }?.loop(self)
            _ = isInLoop.exchange(false, ordering: .acquiringAndReleasing)
        }
    }

    @usableFromInline
    func cancel() {
        _ = end()
    }

    /// Lets go of the sequence and the subscriber. True the first time.
    @usableFromInline
    func end() -> Bool {
        guard demand.close() else { return false }
        work.release { $0.take() }
        return true
    }

    @usableFromInline var description: String { work.withLock { $0 }?.describe() ?? "\(name)" }
}

extension PullSubscription {
    /// Hands a subscriber a subscription to a sequence, or ends at once if that is empty.
    @inlinable
    static func deliver<Elements: Sequence & Sendable, Downstream: Subscriber>(
        _ elements: Elements, then completion: Subscribers.Completion<Downstream.Failure>, to downstream: Downstream,
        name: StaticString
    ) where Elements.Element == Downstream.Input {
        // SAFETY: one thread at a time is inside the subscription's loop, which it enters and leaves with acquire and
        // release.
        let cursor = Vouched(SequenceCursor(elements))
        guard cursor.value.next != nil else {
            downstream.receive(subscription: Subscriptions.empty)
            return downstream.receive(completion: completion)
        }
        let subscription = PullSubscription(name, describe: { "\(elements)" }) { subscription in
            guard cursor.value.deliver(to: downstream, through: subscription), subscription.end() else { return }
            downstream.receive(completion: completion)
        }
        downstream.receive(subscription: subscription)
    }
}
