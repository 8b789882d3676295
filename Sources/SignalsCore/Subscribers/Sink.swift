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

        @usableFromInline let link: UpstreamLink

        @inlinable
        package init(
            receiveCompletion: @escaping @Sendable (Subscribers.Completion<Failure>) -> Void,
            receiveValue: @escaping @Sendable (Input) -> Void, link: UpstreamLink
        ) {
            self.link = link
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
    /// Receives every value and the completion.
    @inlinable
    package func sink(
        values receiveValue: @escaping @Sendable (Output) -> Void,
        completion receiveCompletion: @escaping @Sendable (Subscribers.Completion<Failure>) -> Void
    ) -> AnyCancellable {
        let sink = Subscribers.Sink<Output, Failure>(
            receiveCompletion: receiveCompletion, receiveValue: receiveValue, link: UpstreamLink("Sink"))
        subscribe(sink)
        return AnyCancellable(sink)
    }
}
