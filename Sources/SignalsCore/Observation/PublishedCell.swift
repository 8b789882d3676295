import Synchronization

/// What a ``Published`` property has: its value and those who watch it, its object, and the assignments to it.
@usableFromInline
final class PublishedCell<Value: Sendable>: Sendable {
    @usableFromInline let hub: LatestValueHub<Value, Never>
    @usableFromInline let knowsOwner = Atomic<Bool>(false)
    private let owner = AtomicLazyReference<PublishedOwner>()
    let lifetime = PublishedLifetime()

    @usableFromInline
    init(_ value: Value) {
        hub = LatestValueHub(value)
    }

    deinit {
        lifetime.end()
    }

    @inlinable @inline(__always)
    var value: Value { hub.settledValue }

    /// Tells the object and the subscribers, then counts as set.
    @inlinable @inline(__always)
    func setValue(_ value: Value, in object: AnyObject) {
        if !knowsOwner.load(ordering: .acquiring) { setOwner(object) }
        hub.publish(value)
    }

    /// The publisher of the values. Its object is told of those that it is assigned, too.
    @usableFromInline
    func publisher(in object: AnyObject) -> Published<Value>.Publisher {
        setOwner(object)
        return Published.Publisher(self)
    }

    /// Takes on the values of another property as long as this one lives: `$copy = $original`.
    @usableFromInline
    func follow(_ other: Published<Value>.Publisher, in object: AnyObject) {
        setOwner(object)
        follow(other)
    }

    func follow(_ other: Published<Value>.Publisher) {
        guard other.hub !== hub else { return }
        Published.Publisher(self).keep { end, assign in
            other.sink(values: assign, completion: { _ in end() })
        }
    }

    /// Remembers the object's publisher, if it has one. It is looked for once a property.
    @usableFromInline @inline(never)
    func setOwner(_ object: AnyObject) {
        guard !knowsOwner.load(ordering: .acquiring) else { return }
        if let object = object as? any ObservableObject, owner.load() == nil {
            let publisher = ObjectWillChangePublishers.enter(object)
            let candidate = PublishedOwner(object: ObjectIdentifier(object))
            if owner.storeIfNil(candidate) === candidate, let publisher { hub.pass(.announcer(publisher)) }
        }
        knowsOwner.store(true, ordering: .releasing)
    }
}

/// A published property's place in the table of observable objects. It is released with the property.
final class PublishedOwner: Sendable {
    private let object: ObjectIdentifier

    init(object: ObjectIdentifier) {
        self.object = object
    }

    deinit {
        ObjectWillChangePublishers.leave(object)
    }
}
