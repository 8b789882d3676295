import SignalsCore

extension AnyPublisher {
    /// Returns a publisher made of code that sends, begun again for each subscriber.
    ///
    /// ```swift
    /// let lines = AnyPublisher<String, Never>.create { subscriber in
    ///     let reader = LineReader { subscriber.send($0) }
    ///     return AnyCancellable { reader.stop() }
    /// }
    /// ```
    ///
    /// **Demand**: the closure need not know it; what is sent and not asked for waits, without limit, and the completion
    /// after it. **Completion**: the first one that is sent; what is sent later is ignored. **Threads**: values may be
    /// sent from any thread, and are delivered there, one at a time; if another thread is delivering, it does that.
    ///
    /// - Parameter factory: called with each subscription, on the thread that subscribes, and given what to send to. It
    ///   returns what ends the work, which is cancelled once: when the subscriber cancels, or after the completion was
    ///   sent.
    /// - Returns: the publisher.
    public static func create(
        _ factory: @escaping @Sendable (Publishers.Create<Output, Failure>.Subscriber) -> any Cancellable
    ) -> AnyPublisher<Output, Failure> {
        Publishers.Create(factory).eraseToAnyPublisher()
    }
}

extension Publishers {
    /// A publisher made of code that sends. `AnyPublisher.create(_:)` hides one.
    public struct Create<Output: Sendable, Failure: Error>: Publisher {
        private let factory: @Sendable (Subscriber) -> any Cancellable

        /// A publisher made of code that sends, begun again for each subscriber.
        ///
        /// - Parameter factory: given what to send to; returns what ends the work.
        public init(_ factory: @escaping @Sendable (Subscriber) -> any Cancellable) {
            self.factory = factory
        }

        /// Attaches the subscriber, then runs the closure.
        public func receive<S: SignalsCore.Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let target = Subscriber(to: AnySubscriber(subscriber))
            target.start()
            if !target.work.isOver { target.work.keep(factory(target)) }
        }
    }
}

extension Publishers.Create {
    /// The target to which the closure of a `create` sends. It may be kept, and used on any thread.
    public struct Subscriber: Sendable {
        private let outlet: Outlet<Output, Failure>
        let work = CreateWork()

        init(to subscriber: AnySubscriber<Output, Failure>) {
            outlet = Outlet(to: subscriber, surplus: .waits, name: "Create")
        }

        func start() {
            outlet.start(onCancel: { [work] in work.end() })
        }

        /// Delivers a value, now or when it is asked for.
        ///
        /// - Parameter value: the value.
        public func send(_ value: Output) {
            outlet.take(value)
            outlet.deliver()
        }

        /// Ends the publisher, after the values that wait, and cancels the work.
        ///
        /// - Parameter completion: the end, normal or with an error.
        public func send(completion: Subscribers.Completion<Failure>) {
            outlet.take(completion)
            outlet.deliver()
            work.end()
        }
    }
}
