import Synchronization

/// A subscriber's connection to a subject. It never refers to the subscriber, which may keep it.
@usableFromInline
final class SubjectSubscription: Subscription, CustomStringConvertible, CustomReflectable,
    CustomPlaygroundDisplayConvertible
{
    /// What the connection needs of the subject.
    @usableFromInline
    protocol Hub: AnyObject, Sendable {
        /// The subscriber with this ticket wants values.
        func requested(_ ticket: UInt64)

        /// The subscriber with this ticket wants nothing more.
        func cancelled(_ ticket: UInt64)
    }

    @usableFromInline let demand = DemandMeter()

    /// Whether there was a value that was not wanted. Touched only inside the subject's gate.
    @usableFromInline let hasMissed = Atomic<Bool>(false)

    /// The place in the subject's list. Set only inside the subject's gate.
    @usableFromInline let ticket = Atomic<UInt64>(.max)
    @usableFromInline let hub: Locked<(any Hub)?>
    @usableFromInline let name: StaticString

    @usableFromInline @inline(never)
    init(_ name: StaticString, _ hub: any Hub) {
        self.name = name
        self.hub = Locked(hub)
    }

    @usableFromInline
    func request(_ demand: Subscribers.Demand) {
        self.demand.add(demand)
        hub.withLock { $0 }?.requested(ticket.load(ordering: .relaxed))
    }

    @usableFromInline
    func cancel() {
        let isFirst = demand.close()
        let hub = hub.withLock { $0.take() }
        if isFirst { hub?.cancelled(ticket.load(ordering: .relaxed)) }
    }

    /// Ends because the subject has. True unless cancelled before.
    @usableFromInline
    func end() -> Bool {
        _ = hub.withLock { $0.take() }
        return demand.close()
    }

    @usableFromInline var description: String { "\(name)" }

    @usableFromInline var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }

    @usableFromInline var playgroundDescription: Any { description }
}
