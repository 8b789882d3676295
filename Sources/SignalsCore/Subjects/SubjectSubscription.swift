import Synchronization

/// A subscriber's connection to a subject. It never refers to the subscriber, which may keep it, but through the place in
/// the subject's chain, which ends with it.
// SAFETY: the hub is touched under the connection's shared lock only; the place in the chain by whoever is inside the
// subject's gate.
@usableFromInline
final class SubjectSubscription: Subscription, CustomStringConvertible, CustomReflectable,
    CustomPlaygroundDisplayConvertible, @unchecked Sendable
{
    @usableFromInline let demand = DemandMeter()

    /// True if there was a value that was not wanted. Changes only inside the subject's gate, but for the first value.
    @usableFromInline let hasMissed = Atomic<Bool>(false)

    /// True from the time it is added to the chain until it is removed.
    @usableFromInline @exclusivity(unchecked) var isListed = false
    private let name: SubjectHub.Name
    @usableFromInline @exclusivity(unchecked) var place: UInt64 = 0
    @usableFromInline @exclusivity(unchecked) var next: SubscriberChain.Link?
    @usableFromInline @exclusivity(unchecked) var previous: SubscriberChain.Link?

    /// The subscriber's `SubjectTarget`, retained by the chain.
    @usableFromInline @exclusivity(unchecked) var target: UnsafeMutableRawPointer?
    @exclusivity(unchecked) private var hub: SubjectHub?

    @usableFromInline @inline(never)
    init(_ hub: SubjectHub) {
        self.hub = hub
        name = hub.name
    }

    @usableFromInline
    func request(_ demand: Subscribers.Demand) {
        guard self.demand.update({ Subscribers.Demand(rawValue: $0) + demand }) else { return }
        SharedLocks.with(self) { $0.withLock { _ in hub } }?.requested(self)
    }

    @usableFromInline
    func cancel() {
        guard demand.close() else { return }
        takeHub()?.cancelled(self)
    }

    /// Ends because the subject has. True unless cancelled before.
    @usableFromInline
    func end() -> Bool {
        let isFirst = demand.close()
        withExtendedLifetime(takeHub()) {}
        return isFirst
    }

    private func takeHub() -> SubjectHub? {
        SharedLocks.with(self) { $0.withLock { _ in hub.take() } }
    }

    @usableFromInline var description: String { name.rawValue }

    @usableFromInline var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }

    @usableFromInline var playgroundDescription: Any { description }
}
