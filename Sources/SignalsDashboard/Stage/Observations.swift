import SignalsCore

/// The subscriptions to the objects whose changes are shown.
@MainActor
struct Observations {
    private let changed: @Sendable () -> Void
    private var subscriptions: [ObjectIdentifier: AnyCancellable] = [:]
    /// The contents of the last frame; as long as they are kept, no other object has their identity.
    private var contents: [ObjectIdentifier: any LiveContent] = [:]
    private var lasting: [AnyCancellable] = []

    /// Calls `changed` before each change of `objects`, on the thread that changes them.
    init(of objects: [any ObservableObject], changed: @escaping @Sendable () -> Void) {
        self.changed = changed
        lasting = objects.map { Self.subscription(to: $0, changed) }
    }

    /// Observes these contents, and no others.
    mutating func follow(_ shown: [any LiveContent]) {
        let identities = Set(shown.map { ObjectIdentifier($0) })
        for identity in contents.keys where !identities.contains(identity) {
            subscriptions[identity] = nil
            contents[identity] = nil
        }
        for content in shown where contents[ObjectIdentifier(content)] == nil {
            contents[ObjectIdentifier(content)] = content
            subscriptions[ObjectIdentifier(content)] = Self.subscription(to: content, changed)
        }
    }

    private static func subscription(
        to object: some ObservableObject, _ changed: @escaping @Sendable () -> Void
    ) -> AnyCancellable {
        object.objectWillChange.sink(values: { _ in changed() }, completion: { _ in })
    }
}
