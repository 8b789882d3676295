import Synchronization

/// A subscriber's connection to a subject. It never refers to the subscriber, which may keep it, but through the entry in
/// the subject's chain, which ends with it.
@usableFromInline
final class SubjectSubscription: NamedSubscription {
    @usableFromInline let demand = DemandMeter()

    // SAFETY: it belongs to whoever is inside the subject's gate.
    @usableFromInline let chained = HandedOn(SubscriberChain.Entry())

    /// True if there was a value that was not wanted. Changes only inside the subject's gate, but for the first value.
    @usableFromInline let hasMissed = Atomic<Bool>(false)
    private let name: SubjectHub.Name

    // SAFETY: it belongs to whoever holds the subscription's shared lock.
    private let hub: HandedOn<SubjectHub?>

    /// The entry in the subject's chain, for whoever is inside its gate.
    @inlinable @inline(__always)
    var entry: SubscriberChain.Entry {
        get { chained.state }
        _modify { yield &chained.state }
    }

    @usableFromInline @inline(never)
    init(_ hub: SubjectHub) {
        name = hub.name
        self.hub = HandedOn(consume hub)
    }

    @usableFromInline
    func request(_ demand: Subscribers.Demand) {
        guard self.demand.update({ Subscribers.Demand(rawValue: $0) + demand }) else { return }
        SharedLocks.with(self) { $0.withLock { _ in hub.state } }?.requested(self)
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
        SharedLocks.with(self) { $0.withLock { _ in hub.exchange(for: nil) } }
    }

    @usableFromInline var description: String { name.rawValue }
}
