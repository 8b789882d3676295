import SignalsCore

/// The end of one execution of a unit of work: it sends the events of a success or calls the error handlers of a failure,
/// and then resolves the future.
struct Settlement<Output: Sendable>: Sendable {
    private let unit: UnitOfWork
    private let publisher: DomainEventPublisher?
    private let completion: @Sendable (Result<Output, UnitOfWorkError>) -> Void
    private let ticket = Locked<EventDeliveries.Ticket?>(nil)
    /// True if a subscriber of the publisher started the unit. If it waits for it, the events must not be waited for.
    private let isNested: Bool

    init(
        unit: UnitOfWork, publisher: DomainEventPublisher?,
        completion: @escaping @Sendable (Result<Output, UnitOfWorkError>) -> Void
    ) {
        self.unit = unit
        self.publisher = publisher
        self.completion = completion
        isNested = publisher?.isDelivering ?? false
    }

    /// Takes the ticket of the events; called in the order of the commits.
    func noteCommit(of finished: FinishedWork<Output>) {
        guard let publisher, !finished.events.isEmpty else { return }
        let ticket = publisher.takeTicket()
        self.ticket.withLock { $0 = ticket }
    }

    /// Called once, when all is saved and merged, or rolled back.
    func finish(with outcome: UnitOfWork.Outcome<Output>) {
        switch outcome {
        case .success(let finished): send(finished.events) { [completion] in completion(.success(finished.output)) }
        case .failure(let error):
            unit.report(error)
            completion(.failure(error))
        }
    }

    private func send(_ events: [any DomainEvent], then resolve: @escaping @Sendable () -> Void) {
        guard let publisher, !events.isEmpty else { return resolve() }
        let ticket = self.ticket.withLock { $0 } ?? publisher.takeTicket()
        guard isNested else { return publisher.deliver(events, at: ticket, then: resolve) }
        publisher.deliver(events, at: ticket) {}
        resolve()
    }
}
