/// What a ``Published`` property knows.
struct PublishedState<Value: Sendable>: Sendable {
    typealias Outlets = SubscriberList<Outlet<Value, Never>>

    private(set) var value: Value
    var outlets = Outlets()
    var owner: PublishedOwner?
    var assignments: [AnyCancellable] = []
    private var latestChange: UInt64 = 0

    init(value: Value) {
        self.value = value
    }

    /// Puts a value before the subscribers, and gives the change a number.
    mutating func announce(_ value: Value) -> (Outlets, change: UInt64) {
        latestChange += 1
        outlets.forEach { $0.take(value) }
        return (outlets, latestChange)
    }

    /// Stores a value that was announced, unless a later one was meanwhile. Returns what is to be released.
    mutating func store(_ value: Value, _ change: UInt64) -> Value {
        guard change == latestChange else { return value }
        defer { self.value = value }
        return self.value
    }

    mutating func insert(_ outlet: Outlet<Value, Never>) -> Outlets.Ticket {
        outlet.take(value)
        return outlets.append(outlet)
    }

    mutating func end() -> (Outlets, PublishedOwner?) {
        outlets.forEach { $0.take(.finished) }
        return (outlets.removeAll(), owner)
    }
}

/// The object that has a published property, and the publisher to tell before a change if it is observable.
struct PublishedOwner: Sendable {
    let identifier: ObjectIdentifier
    let publisher: ObservableObjectPublisher?
}
