import SignalsCore

/// A publisher that code outside puts values into, and that never ends: a subject without a completion.
///
/// ``PassthroughRelay`` and ``CurrentValueRelay`` are the relays there are.
public protocol Relay<Output>: AnyObject, Publisher where Failure == Never {
    /// Delivers a value to the subscribers. It may be called from any thread, and inside the callbacks of a subscriber.
    ///
    /// - Parameter value: the value.
    func accept(_ value: Output)
}

extension Relay where Output == Void {
    /// Delivers a signal to the subscribers.
    public func accept() {
        accept(())
    }
}

extension Publisher where Failure == Never {
    /// Feeds this publisher into a relay.
    ///
    /// ```swift
    /// let feeding = titles.publisher.subscribe(titleRelay)
    /// ```
    ///
    /// **Demand**: unlimited. **Completion**: ends the feeding; the relay goes on, and can be fed by another. The relay
    /// is kept alive as long as what is returned. **Threads**: values are accepted on those that deliver them.
    ///
    /// - Parameter relay: the relay that accepts all values.
    /// - Returns: the cancellable that ends the feeding when it is cancelled or released.
    public func subscribe<R: Relay>(_ relay: R) -> AnyCancellable where R.Output == Output {
        sink(values: { relay.accept($0) }, completion: { _ in })
    }
}
