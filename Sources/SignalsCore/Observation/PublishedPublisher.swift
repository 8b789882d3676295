extension Published {
    /// The publisher of a ``Published`` property. Combine's `Published.Publisher`.
    ///
    /// **Demand**: a subscriber that has not asked for a value receives the latest one once it asks. **Completion**:
    /// none. **Threads**: delivers on the thread that sets the property.
    public struct Publisher: SignalsCore.Publisher {
        /// The property's values.
        public typealias Output = Value

        /// It cannot fail.
        public typealias Failure = Never

        @usableFromInline let hub: LatestValueHub<Value, Never>
        @usableFromInline let assignments: PublishedAssignments

        @usableFromInline
        init(_ cell: PublishedCell<Value>) {
            hub = cell.hub
            assignments = cell.assignments
        }

        /// Attaches a subscriber, which receives the present value, then each new one.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == Never {
            hub.attach(subscriber)
        }

        /// Keeps an assignment to the property as long as the property lives and the publisher delivers.
        ///
        /// - Parameter subscribe: subscribes, handing the completion and the values to the closures that it is given.
        @inlinable
        func keep(
            _ subscribe: (_ end: @escaping @Sendable () -> Void, _ assign: @escaping @Sendable (Value) -> Void)
                -> AnyCancellable
        ) {
            assignments.keep { end in
                subscribe(end) { [hub, assignments] value in
                    assignments.announce()
                    hub.send(value, isProperty: true)
                }
            }
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
    @inlinable
    public func assign(to published: inout Published<Output>.Publisher) {
        published.keep { end, assign in sink(values: assign, completion: { _ in end() }) }
    }
}
