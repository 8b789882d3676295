import SignalsCore

/// The events of one unit of work, kept until the unit is saved. A unit that fails never sends them.
///
/// ```swift
/// final class Child: ManagedObject {
///     func eat(_ banana: Banana, reportingTo events: EventQueue) {
///         bananasEaten += 1
///         events.enqueue(AteFood(child: name, grams: banana.grams))
///     }
/// }
/// ```
/// It belongs to the unit's context and is used on that context's queue only, like the objects there: it is not
/// `Sendable`, and what the compiler lets through stops the program.
public final class EventQueue {
    private let confinement: QueueConfinement
    /// The events that the unit sends, also those that are enqueued after its closure has returned, as in `willSave()`.
    let box = Locked<[any DomainEvent]>([])

    /// A queue that is used together with a context, for tests of domain code without a unit of work.
    ///
    /// - Parameter context: the context on whose queue the events are enqueued.
    public init(context: ManagedObjectContext) { confinement = context.confinement }

    /// The events so far, in the order in which they were enqueued. Read on the context's queue.
    public var events: [any DomainEvent] {
        confinement.verify(.context("EventQueue.events"))
        return box.withLock { $0 }
    }

    /// Adds an event, to be sent after the unit is saved. Runs on the context's queue.
    public func enqueue(_ event: any DomainEvent) {
        confinement.verify(.context("EventQueue.enqueue(_:)"))
        box.withLock { $0.append(event) }
    }
}

/// An event queue stays with its unit's context.
@available(*, unavailable)
extension EventQueue: Sendable {}
