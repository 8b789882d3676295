import Dispatch
import SignalsCore

/// A publisher that sends the events of units of work to the subscribers of their type.
///
/// ```swift
/// let events = DomainEventPublisher()
/// events.publisher(for: AteFood.self)
///     .receive(on: MainActor.shared)
///     .sink { print($0.child, "ate", $0.grams, "g") }
///     .store(in: &cancellables)
/// UnitOfWork(container: container).execute(publishingTo: events) { context, events in … }
/// ```
/// An event is sent after all changes of its unit are saved and can be read by other contexts, and before the unit's
/// future resolves. A unit's events come in the order in which they were enqueued, units in the order of their commits.
/// Subscribers are called on a background queue of the publisher, for one event at a time; they may start other units.
public final class DomainEventPublisher: Sendable {
    private let subject = PassthroughSubject<any DomainEvent, Never>()
    private let deliveries = Locked(EventDeliveries())
    private let queue = DispatchQueue(label: "signals.events")

    /// A publisher without subscribers.
    public init() { queue.setSpecific(key: Self.current, value: ObjectIdentifier(self)) }

    /// Returns a publisher of the events of one type, from now on.
    ///
    /// - Parameter type: the type of the events.
    public func publisher<Event: DomainEvent>(for type: Event.Type) -> AnyPublisher<Event, Never> {
        Publishers.CompactMap(subject) { $0 as? Event }.eraseToAnyPublisher()
    }

    /// All events, from now on.
    public var publisher: AnyPublisher<any DomainEvent, Never> { subject.eraseToAnyPublisher() }

    /// Sends an event that belongs to no unit of work, after those of the units that are committed already.
    public func publish(_ event: any DomainEvent) { deliver([event], at: takeTicket()) {} }

    /// True if this code is a subscriber that receives an event of this publisher.
    var isDelivering: Bool { DispatchQueue.getSpecific(key: Self.current) == ObjectIdentifier(self) }

    /// The ticket after those of the units that were committed before. Whoever took a ticket has to deliver.
    func takeTicket() -> EventDeliveries.Ticket { deliveries.withLock { $0.takeTicket() } }

    /// Sends events after those of earlier tickets, and then calls `finish`.
    func deliver(
        _ events: [any DomainEvent], at ticket: EventDeliveries.Ticket, then finish: @escaping @Sendable () -> Void
    ) {
        deliveries.withLock { $0.handOver(EventDeliveries.Delivery(events: events, finish: finish), at: ticket) }
        queue.async { self.deliverWhatIsReady() }
    }

    private func deliverWhatIsReady() {
        while let delivery = deliveries.withLock({ $0.next() }) {
            for event in delivery.events { subject.send(event) }
            delivery.finish()
        }
    }

    private static let current = DispatchSpecificKey<ObjectIdentifier>()
}
