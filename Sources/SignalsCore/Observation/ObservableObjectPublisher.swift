import Synchronization

/// The publisher that fires before an object changes. Combine's `ObservableObjectPublisher`.
///
/// **Demand**: a signal is dropped for a subscriber that has not asked for it. **Completion**: none. **Threads**:
/// delivers on the thread that sends.
public final class ObservableObjectPublisher: Publisher {
    /// It has nothing to say but when.
    public typealias Output = Void

    /// It cannot fail.
    public typealias Failure = Never

    @usableFromInline let subject = PassthroughSubject<Void, Never>()

    /// Whether there ever was a subscriber: most objects are never watched as a whole.
    @usableFromInline let isWatched = Atomic<Bool>(false)

    /// A publisher without subscribers.
    public init() {}

    /// Attaches a subscriber.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Void, S.Failure == Never {
        isWatched.store(true, ordering: .releasing)
        subject.receive(subscriber: subscriber)
    }

    /// Tells the subscribers that the object is about to change.
    public func send() {
        subject.send()
    }

    @inlinable @inline(__always)
    func sendIfWatched() {
        if isWatched.load(ordering: .acquiring) { subject.send() }
    }
}
