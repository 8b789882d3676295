import Synchronization

/// What a ``Published`` property has: its value and those who watch it, its object, and the assignments to it.
@usableFromInline
final class PublishedCell<Value: Sendable>: Sendable {
    @usableFromInline let hub: LatestValueHub<Value, Never>
    @usableFromInline let knowsOwner = Atomic<Bool>(false)
    private let owner = AtomicLazyReference<PublishedOwner>()
    private let assignments = Locked<[AnyCancellable]>([])

    @inlinable
    init(_ value: Value) {
        hub = LatestValueHub(value)
    }

    @inlinable @inline(__always)
    var value: Value { hub.settledValue }

    /// Tells the object and the subscribers, then counts as set.
    @inlinable @inline(__always)
    func setValue(_ value: Value, in object: AnyObject) {
        if !knowsOwner.load(ordering: .acquiring) { setOwner(object) }
        hub.publish(value)
    }

    /// Remembers the object's publisher, if it has one. It is looked for once a property.
    @usableFromInline @inline(never)
    func setOwner(_ object: AnyObject) {
        guard !knowsOwner.load(ordering: .acquiring) else { return }
        if let publisher = (object as? any ObservableObject)?.objectWillChange as? ObservableObjectPublisher {
            _ = owner.storeIfNil(PublishedOwner(object: ObjectIdentifier(object), publisher: publisher))
            hub.pass(.announcer(publisher))
        }
        knowsOwner.store(true, ordering: .releasing)
    }

    /// Assigns what a publisher delivers, as long as the property lives.
    func keep(_ assignment: AnyCancellable) {
        assignments.withLock { $0.append(assignment) }
    }
}

/// The object that has a published property, and the publisher to tell before a change.
///
/// It is released with the property, and then the object's publisher can be forgotten.
final class PublishedOwner: Sendable {
    private let object: ObjectIdentifier
    private let publisher: ObservableObjectPublisher

    init(object: ObjectIdentifier, publisher: ObservableObjectPublisher) {
        self.object = object
        self.publisher = publisher
    }

    deinit {
        ObjectWillChangePublishers.forget(object, publisher)
    }
}
