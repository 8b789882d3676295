extension Publisher {
    /// Delivers values and completion on the main actor, to closures that belong to it.
    ///
    /// ```swift
    /// search.receive(on: MainActor.shared).sink { [weak self] in self?.results.append($0) }
    /// ```
    ///
    /// - Parameter actor: the main actor.
    /// - Returns: the delivery, with operators and subscribers whose closures run on the main actor.
    public func receive(on actor: MainActor) -> MainActorDelivery<Output, Failure> {
        MainActorDelivery { receiver in
            let subscriber = MainActorSubscriber(receiver)
            subscribe(subscriber)
            return AnyCancellable(subscriber)
        }
    }
}

/// The subscriber of a ``MainActorDelivery``: a mailbox that the main actor empties.
private final class MainActorSubscriber<Input: Sendable, Failure: Error>: Subscriber, Cancellable {
    private let link = UpstreamLink("ReceiveOn")
    private let mailbox = Locked(Mailbox<Message<Input, Failure>>())
    private let receiver: Locked<MainActorReceiver<Input, Failure>?>
    private let cancellation: MainActorCancellation

    init(_ receiver: MainActorReceiver<Input, Failure>) {
        self.receiver = Locked(receiver)
        cancellation = receiver.cancellation
    }

    func receive(subscription: any Subscription) {
        if link.attach(subscription) { subscription.request(.unlimited) }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        if link.isAttached { post(.value(input)) }
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        if link.complete() { post(.completion(completion)) }
    }

    func cancel() {
        cancellation.cancel()
        link.cancel()
        mailbox.release { $0.takeAll() }
        receiver.release { $0.take() }
    }

    private func post(_ message: Message<Input, Failure>) {
        if mailbox.withLock({ $0.post(message) }) { scheduleDelivery() }
    }

    private func scheduleDelivery() {
        Task { @MainActor in deliverBatch() }
    }

    @MainActor
    private func deliverBatch() {
        var batch = mailbox.withLock { $0.takeBatch() }
        batch.open()
        while let message = batch.next() {
            switch message {
            case .value(let value): receiver.withLock { $0 }?.receive(value)
            case .completion(let completion): receiver.withLock { $0.take() }?.receive(completion: completion)
            }
        }
        if mailbox.withLock({ $0.finishBatch() }) { scheduleDelivery() }
    }
}
