extension Subscribers {
    /// A subscriber that asks for everything and hands it to closures. Combine's `Subscribers.Sink`.
    ///
    /// The closures are called serially, on the threads that deliver, and released after the completion or a cancel. A
    /// completion is taken that comes without a subscription.
    public final class Sink<Input: Sendable, Failure: Error>: Subscriber, Cancellable, CustomStringConvertible,
        CustomReflectable, CustomPlaygroundDisplayConvertible
    {
        /// The closures, until the end.
        @usableFromInline
        struct Closures: Sendable {
            @usableFromInline let receiveValue: @Sendable (Input) -> Void
            @usableFromInline let receiveCompletion: @Sendable (Subscribers.Completion<Failure>) -> Void

            @inlinable
            init(
                _ receiveValue: @escaping @Sendable (Input) -> Void,
                _ receiveCompletion: @escaping @Sendable (Subscribers.Completion<Failure>) -> Void
            ) {
                self.receiveValue = receiveValue
                self.receiveCompletion = receiveCompletion
            }
        }

        @usableFromInline let closures: Locked<Closures?>
        @usableFromInline let link: SinkLink

        /// Called with each value. After the end it is a closure that does nothing.
        public var receiveValue: @Sendable (Input) -> Void {
            if let closures = closures.withLock({ $0 }) { closures.receiveValue } else { { _ in } }
        }

        /// Called once with the completion, unless the sink is cancelled before. After the end it is a closure that does
        /// nothing.
        public var receiveCompletion: @Sendable (Subscribers.Completion<Failure>) -> Void {
            if let closures = closures.withLock({ $0 }) { closures.receiveCompletion } else { { _ in } }
        }

        @inlinable @inline(never)
        package init(
            receiveCompletion: @escaping @Sendable (Subscribers.Completion<Failure>) -> Void,
            receiveValue: @escaping @Sendable (Input) -> Void, link: SinkLink
        ) {
            self.link = link
            closures = Locked(Closures(receiveValue, receiveCompletion))
        }

        /// Asks for all values. A second subscription is cancelled.
        @inlinable
        public func receive(subscription: any Subscription) {
            link.attach(subscription)
        }

        /// Calls `receiveValue`, unless completed or cancelled.
        @inlinable
        public func receive(_ value: Input) -> Subscribers.Demand {
            closures.withLock { $0 }?.receiveValue(value)
            return .none
        }

        /// Calls `receiveCompletion` and releases the closures, unless completed or cancelled before.
        @inlinable
        public func receive(completion: Subscribers.Completion<Failure>) {
            if link.complete() { closures.withLock { $0.take() }?.receiveCompletion(completion) }
        }

        /// Cancels the subscription and releases the closures. A closure that runs at this moment is kept until it
        /// returns.
        @inlinable
        public func cancel() {
            link.cancel()
            closures.release { $0.take() }
        }

        /// `Sink`.
        public var description: String { "Sink" }

        /// Nothing but the type.
        public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }

        /// The description that a playground shows.
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
        let link = SinkLink()
        subscribe(SinkSubscriber(link, receiveCompletion: receiveCompletion, receiveValue: receiveValue))
        return AnyCancellable(link)
    }
}
