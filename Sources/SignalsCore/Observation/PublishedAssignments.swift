import Synchronization

/// The assignments to a ``Published`` property, which end with it, and the object that is notified of them.
///
/// A property's publisher refers to this instead of the property, which may be released before it.
@usableFromInline
final class PublishedAssignments: Sendable {
    private let object: ObjectIdentifier?
    private let lifetime = AtomicLazyReference<PublishedLifetime>()

    /// - Parameter object: the property's object, to be notified before each assignment.
    init(to object: ObjectIdentifier?) {
        self.object = object
    }

    /// Keeps an assignment until it completes or the property ends.
    ///
    /// - Parameter subscribe: makes the assignment. It is given what to call when the publisher completes.
    @usableFromInline
    func keep(_ subscribe: (_ onCompletion: @escaping @Sendable () -> Void) -> AnyCancellable) {
        lifetime.storeIfNil(PublishedLifetime()).keep(subscribe)
    }

    /// Tells those who watch the object that the property is about to change.
    @inlinable @inline(__always)
    func announce() {
        if ObjectWillChangePublishers.areAny { announceToPublishers() }
    }

    @usableFromInline @inline(never)
    func announceToPublishers() {
        if let object { ObjectWillChangePublishers.announce(object) }
    }

    /// The number of assignments that are kept.
    var count: Int { lifetime.load()?.count ?? 0 }

    /// Ends all assignments, also those to come.
    func end() {
        lifetime.storeIfNil(.over).end()
    }
}
