/// The value of a ``Published`` property and those who watch it.
@usableFromInline
final class PublishedCell<Value: Sendable>: Sendable {
    private let state: Locked<PublishedState<Value>>

    init(_ value: Value) {
        state = Locked(PublishedState(value: value))
    }

    deinit {
        let (outlets, owner) = state.withLock { $0.end() }
        outlets.forEach { $0.deliver() }
        if let owner, let publisher = owner.publisher {
            ObjectWillChangePublishers.forget(owner.identifier, publisher)
        }
    }

    @usableFromInline var value: Value { state.withLock { $0.value } }

    /// Tells the object and the subscribers, then stores the value.
    @usableFromInline
    func setValue(_ value: Value, in object: AnyObject) {
        setOwner(object)
        setValue(value)
    }

    /// Tells the object, if it is known, and the subscribers, then stores the value.
    func setValue(_ value: Value) {
        state.withLock { $0.owner?.publisher }?.send()
        let (outlets, change) = state.withLock { $0.announce(value) }
        outlets.forEach { $0.deliver() }
        let replaced = state.withLock { $0.store(value, change) }
        withExtendedLifetime(replaced) {}
    }

    /// Remembers the object's publisher, if it has one. It is looked for once a property.
    func setOwner(_ object: AnyObject) {
        guard state.withLock({ $0.owner == nil }) else { return }
        let publisher = (object as? any ObservableObject)?.objectWillChange as? ObservableObjectPublisher
        state.withLock { $0.owner = PublishedOwner(identifier: ObjectIdentifier(object), publisher: publisher) }
    }

    func attach(_ subscriber: AnySubscriber<Value, Never>) {
        let outlet = Outlet<Value, Never>(to: subscriber, surplus: .isReplaced, name: "PublishedSubject")
        let ticket = state.withLock { $0.insert(outlet) }
        outlet.start(onCancel: { [weak self] in self?.remove(ticket) })
    }

    /// Keeps an assignment to this property alive.
    func keep(_ assignment: AnyCancellable) {
        state.withLock { $0.assignments.append(assignment) }
    }

    private func remove(_ ticket: SubscriberList<Outlet<Value, Never>>.Ticket) {
        _ = state.withLock { $0.outlets.remove(ticket) }
    }

    /// Makes this cell's values those of another as well: `a.$x = b.$y`.
    func feed(_ other: PublishedCell) {
        guard other !== self else { return }
        let sink = Subscribers.Sink<Value, Never>(
            receiveCompletion: { _ in }, receiveValue: { [weak other] in other?.setValue($0) })
        other.keep(AnyCancellable(sink))
        attach(AnySubscriber(sink))
    }
}
