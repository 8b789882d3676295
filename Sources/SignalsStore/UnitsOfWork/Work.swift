import SignalsCore

/// The result of the closure of a unit of work, and its events.
struct FinishedWork<Output: Sendable>: Sendable {
    let output: Output
    private let box: Locked<[any DomainEvent]>

    init(output: Output, events: EventQueue) {
        self.output = output
        box = events.box
    }

    /// The events that were enqueued until now.
    var events: [any DomainEvent] { box.withLock { $0 } }
}

/// Runs the closure of a unit of work and takes down the events that it enqueued.
struct Work<Output: Sendable>: Sendable {
    let body: @Sendable (ManagedObjectContext, EventQueue) throws -> Output

    /// - Throws: `UnitOfWorkError.execution`.
    func run(in context: ManagedObjectContext) throws(UnitOfWorkError) -> FinishedWork<Output> {
        let events = EventQueue(context: context)
        do {
            return FinishedWork(output: try body(context, events), events: events)
        } catch { throw .execution(error) }
    }
}
