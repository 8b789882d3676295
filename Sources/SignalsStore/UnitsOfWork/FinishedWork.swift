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
