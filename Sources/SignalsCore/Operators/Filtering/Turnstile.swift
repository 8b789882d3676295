/// The subscriber between upstream and downstream of an operator that another publisher opens or ends.
///
/// Events of both upstreams are handled one after another, by the owner of the gate.
@usableFromInline
struct Turnstile<Downstream: Subscriber>: Subscriber {
    @usableFromInline typealias Input = Downstream.Input
    @usableFromInline typealias Failure = Downstream.Failure

    /// The position of the turnstile, which decides on each value.
    @usableFromInline
    enum Position: Sendable {
        /// A value is left out, and one more is asked for in its stead.
        case closed

        /// A value passes.
        case open

        /// Upstream is cancelled and downstream receives the completion.
        case ended(Subscribers.Completion<Failure>)
    }

    @usableFromInline
    enum Event: Sendable {
        case subscription(any Subscription)
        case value(Input)
        case completion(Subscribers.Completion<Failure>)
        case move(Position)
    }

    @usableFromInline let link: UpstreamLink
    @usableFromInline let watched: UpstreamLink
    @usableFromInline let gate = SerialGate<Event>()
    @usableFromInline let position: Locked<Position>
    @usableFromInline let downstream: Downstream

    @inlinable
    init(_ name: StaticString, _ position: Position, to downstream: Downstream) {
        let watched = UpstreamLink(name)
        link = UpstreamLink(name, onCancel: { watched.cancel() })
        self.watched = watched
        self.downstream = downstream
        self.position = Locked(position)
    }

    /// Returns the subscriber for the other publisher.
    ///
    /// - Parameters:
    ///   - other: the type of the other publisher.
    ///   - onValue: the position to move to when it delivers its first value.
    ///   - onCompletion: the position to move to when it ends without one, or nil to stay.
    @inlinable
    func watcher<Other: Publisher>(
        for other: Other.Type, onValue: Position,
        onCompletion: @escaping @Sendable (Subscribers.Completion<Other.Failure>) -> Position?
    ) -> AnySubscriber<Other.Output, Other.Failure> {
        AnySubscriber(
            combineIdentifier: CombineIdentifier(),
            receiveSubscription: { if watched.attach($0) { watched.request(.max(1)) } },
            receiveValue: { _ in
                if watched.interrupt() { move(to: onValue) }
                return .none
            },
            receiveCompletion: { completion in
                if watched.complete(), let position = onCompletion(completion) { move(to: position) }
            })
    }

    @inlinable var combineIdentifier: CombineIdentifier { link.combineIdentifier }

    @inlinable
    func receive(subscription: any Subscription) {
        request(pass(.subscription(subscription)))
    }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
        pass(.value(input))
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        request(pass(.completion(completion)))
    }

    @inlinable
    func move(to position: Position) {
        request(pass(.move(position)))
    }

    @inlinable
    func request(_ demand: Subscribers.Demand) {
        if demand > .none { link.request(demand) }
    }

    /// Handles the event, and those that another thread left here. What is returned is asked of upstream.
    @inlinable
    func pass(_ event: Event) -> Subscribers.Demand {
        var demand = Subscribers.Demand.none
        gate.pass(event) { demand += handle($0) }
        return demand
    }

    @inlinable
    func handle(_ event: Event) -> Subscribers.Demand {
        switch event {
        case .subscription(let subscription):
            if link.attach(subscription) { downstream.receive(subscription: link) }
            endIfAtEndPosition()
        case .value(let value):
            return link.isAttached ? deliver(value) : .none
        case .completion(let completion):
            if link.complete() { end(with: completion) }
        case .move(let position):
            let before = self.position.withLock { current in
                defer { current = position }
                return current
            }
            withExtendedLifetime(before) {}
            endIfAtEndPosition()
        }
        return .none
    }

    @inlinable
    func deliver(_ value: Input) -> Subscribers.Demand {
        switch position.withLock({ $0 }) {
        case .closed: .max(1)
        case .open: downstream.receive(value)
        case .ended: .none
        }
    }

    @inlinable
    func endIfAtEndPosition() {
        if case .ended(let completion) = position.withLock({ $0 }), link.interrupt() { end(with: completion) }
    }

    @inlinable
    func end(with completion: Subscribers.Completion<Failure>) {
        watched.cancel()
        downstream.receive(completion: completion)
    }
}
