extension Published {
    /// The publisher of a ``Published`` property. Combine's `Published.Publisher`.
    ///
    /// **Demand**: a subscriber that has not asked for a value receives the latest one once it asks. **Completion**:
    /// finishes when the property is released. **Threads**: delivers on the thread that sets the property.
    public struct Publisher: Signals.Publisher {
        /// The property's values.
        public typealias Output = Value

        /// It cannot fail.
        public typealias Failure = Never

        let cell: PublishedCell<Value>

        /// Attaches a subscriber, which receives the present value, then each new one.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == Never {
            cell.attach(AnySubscriber(subscriber))
        }
    }
}

extension Publisher where Failure == Never {
    /// Assigns each value to a published property, as long as the property lives. There is nothing to keep.
    ///
    /// ```swift
    /// saving.replaceError(with: true).assign(to: &result.$hasError)
    /// ```
    ///
    /// **Demand**: unlimited. **Completion**: ends the assignment. **Threads**: the property is set on the threads that
    /// deliver; for an object of the main actor put ``receive(on:)`` with `MainActor.shared` before it.
    ///
    /// - Parameter published: the property, as in `&result.$hasError`.
    public func assign(to published: inout Published<Output>.Publisher) {
        let cell = published.cell
        let sink = Subscribers.Sink<Output, Never>(
            receiveCompletion: { _ in }, receiveValue: { [weak cell] in cell?.setValue($0) })
        cell.keep(AnyCancellable(sink))
        subscribe(sink)
    }
}
