/// The publisher that fires before an object changes. Combine's `ObservableObjectPublisher`.
///
/// **Demand**: a signal is delivered whether or not it was asked for. **Completion**: none. **Threads**: delivers on the
/// thread that sends.
public final class ObservableObjectPublisher: Publisher {
    /// It has nothing to say but when.
    public typealias Output = Void

    /// It cannot fail.
    public typealias Failure = Never

    private let hub: Broadcast<Void, Never>

    /// A publisher without subscribers.
    public init() {
        hub = Broadcast(.objectWillChange)
    }

    init(_ hub: Broadcast<Void, Never>) {
        self.hub = hub
    }

    /// Attaches a subscriber.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Void, S.Failure == Never {
        hub.admit(subscriber, demand: .unlimited)
    }

    /// Tells the subscribers that the object is about to change.
    public func send() {
        hub.passOn(())
    }
}
