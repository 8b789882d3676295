extension Subscribers {
    /// A subscriber that asks for everything and hands it to closures. Combine's `Subscribers.Sink`.
    ///
    /// The closures are called serially, on the threads that deliver.
    public final class Sink<Input: Sendable, Failure: Error>: Subscriber, Cancellable, CustomStringConvertible,
        CustomReflectable, CustomPlaygroundDisplayConvertible
    {
        /// Called with each value.
        public let receiveValue: @Sendable (Input) -> Void

        /// Called once with the completion, unless the sink is cancelled before.
        public let receiveCompletion: @Sendable (Subscribers.Completion<Failure>) -> Void

        @usableFromInline let link = UpstreamLink("Sink")

        /// A sink with the given closures.
        ///
        /// - Parameters:
        ///   - receiveCompletion: called once with the completion.
        ///   - receiveValue: called with each value.
        @inlinable
        @available(swift, introduced: 6)
        public init(
            receiveCompletion: @escaping @Sendable (Subscribers.Completion<Failure>) -> Void,
            receiveValue: @escaping @Sendable (Input) -> Void
        ) {
            self.receiveCompletion = receiveCompletion
            self.receiveValue = receiveValue
        }

        /// Asks for all values. A second subscription is cancelled.
        @inlinable
        public func receive(subscription: any Subscription) {
            if link.attach(subscription) { subscription.request(.unlimited) }
        }

        /// Calls `receiveValue`, unless completed or cancelled.
        @inlinable
        public func receive(_ value: Input) -> Subscribers.Demand {
            if !link.hasEnded { receiveValue(value) }
            return .none
        }

        /// Calls `receiveCompletion`, unless completed or cancelled before.
        @inlinable
        public func receive(completion: Subscribers.Completion<Failure>) {
            if link.complete() { receiveCompletion(completion) }
        }

        /// Cancels the subscription; the closures are not called again.
        @inlinable
        public func cancel() {
            link.cancel()
        }

        /// `Sink`.
        public var description: String { "Sink" }

        /// Nothing but the type.
        public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }

        /// What a playground shows.
        public var playgroundDescription: Any { description }
    }
}

extension Publisher {
    /// Asks for everything and hands it to closures.
    ///
    /// ```swift
    /// let saving = storage.addTask(name: "Water plants").sink(
    ///     receiveCompletion: { print($0) },
    ///     receiveValue: { print("saved") })
    /// ```
    ///
    /// **Demand**: unlimited. **Completion**: handed to `receiveCompletion`. **Threads**: the closures are called
    /// serially, on the threads that deliver, so they are `@Sendable`; use ``receive(on:)`` with `MainActor.shared` to
    /// call closures that belong to the main actor.
    ///
    /// - Parameters:
    ///   - receiveCompletion: called once, unless cancelled before.
    ///   - receiveValue: called with each value.
    /// - Returns: the subscription, which is cancelled when it is released.
    @inlinable
    @available(swift, introduced: 6)
    public func sink(
        receiveCompletion: @escaping @Sendable (Subscribers.Completion<Failure>) -> Void,
        receiveValue: @escaping @Sendable (Output) -> Void
    ) -> AnyCancellable {
        let sink = Subscribers.Sink(receiveCompletion: receiveCompletion, receiveValue: receiveValue)
        subscribe(sink)
        return AnyCancellable(sink)
    }
}

extension Publisher where Failure == Never {
    /// Asks for everything and hands it to a closure.
    ///
    /// ```swift
    /// let watching = result.$hasError.sink { print("hasError:", $0) }
    /// ```
    ///
    /// **Demand**: unlimited. **Completion**: ignored. **Threads**: the closure is called serially, on the threads that
    /// deliver.
    ///
    /// - Parameter receiveValue: called with each value.
    /// - Returns: the subscription, which is cancelled when it is released.
    @inlinable
    @available(swift, introduced: 6)
    public func sink(receiveValue: @escaping @Sendable (Output) -> Void) -> AnyCancellable {
        sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
    }
}
