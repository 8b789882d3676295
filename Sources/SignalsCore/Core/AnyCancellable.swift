import Synchronization

/// An activity that is cancelled when it is released. Combine's `AnyCancellable`.
///
/// ``Publisher/sink(receiveCompletion:receiveValue:)`` and the other subscribing methods return one. Keep it as long as
/// values are wanted.
public final class AnyCancellable: Cancellable, Hashable {
    private let isCancelled = Atomic<Bool>(false)

    // SAFETY: read and cleared only by the thread that sets `isCancelled` first.
    // Not optional, since an optional existential is destroyed through metadata that are looked up.
    private let action: HandedOn<any Cancellable>

    /// Wraps another activity, so that it is cancelled when this object is released.
    ///
    /// - Parameter canceller: the activity.
    public init<C: Cancellable>(_ canceller: C) {
        action = HandedOn(consume canceller)
    }

    deinit {
        cancel()
    }

    /// Cancels the activity, the first time it is called, and releases it.
    public func cancel() {
        guard !isCancelled.exchange(true, ordering: .acquiringAndReleasing) else { return }
        action.exchange(for: NoAction()).cancel()
    }

    /// Keeps this object in a collection.
    ///
    /// - Parameter collection: the collection to append to.
    public func store<C: RangeReplaceableCollection<AnyCancellable>>(in collection: inout C) {
        collection.append(self)
    }

    /// Keeps this object in a set.
    ///
    /// - Parameter set: the set to insert into.
    public func store(in set: inout Set<AnyCancellable>) {
        set.insert(self)
    }

    /// Returns true if both are the same object.
    public static func == (lhs: AnyCancellable, rhs: AnyCancellable) -> Bool {
        lhs === rhs
    }

    /// Feeds the object's identity to the hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

/// The stand-in that an ``AnyCancellable`` holds after it was cancelled.
private struct NoAction: Cancellable {
    func cancel() {}
}
