import Synchronization

/// A subscriber's connection to a ``PassthroughSubject``.
@usableFromInline
final class PassthroughSubscription<Output: Sendable, Failure: Error>: Subscription, CustomStringConvertible,
    CustomReflectable, CustomPlaygroundDisplayConvertible
{
    @usableFromInline let demand = DemandMeter()

    /// The place in the subject's list. Touched only by the owner of the subject's gate.
    let ticket = Atomic<UInt64>(.max)
    private let subject: Locked<PassthroughSubject<Output, Failure>?>

    @usableFromInline @inline(never)
    init(_ subject: PassthroughSubject<Output, Failure>) {
        self.subject = Locked(subject)
    }

    @usableFromInline
    func request(_ demand: Subscribers.Demand) {
        self.demand.add(demand)
    }

    @usableFromInline
    func cancel() {
        let isFirst = demand.close()
        let subject = subject.withLock { $0.take() }
        if isFirst { subject?.remove(self) }
    }

    @usableFromInline var description: String { "PassthroughSubject" }

    @usableFromInline var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }

    @usableFromInline var playgroundDescription: Any { description }
}
