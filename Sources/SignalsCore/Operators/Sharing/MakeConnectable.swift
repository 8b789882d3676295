extension Publisher where Failure == Never {
    /// Waits with the beginning until it is connected, so that all subscribers can attach first.
    ///
    /// ```swift
    /// let titles = loadTitles().makeConnectable()
    /// let showing = titles.sink { show($0) }
    /// let connection = titles.connect()
    /// ```
    ///
    /// **Demand**: a value is dropped for a subscriber that has not asked for it; upstream is asked for all.
    /// **Completion** passes unchanged, also to those who come later.
    ///
    /// - Returns: a publisher that begins with ``ConnectablePublisher/connect()``.
    @inlinable
    public func makeConnectable() -> Publishers.MakeConnectable<Self> {
        Publishers.MakeConnectable(upstream: self)
    }
}

extension Publishers {
    /// The publisher that `makeConnectable()` returns.
    public struct MakeConnectable<Upstream: Publisher>: ConnectablePublisher {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        private let shared: Multicast<Upstream, PassthroughSubject<Output, Failure>>

        /// A publisher that begins when it is connected.
        ///
        /// - Parameter upstream: the publisher that is to wait.
        public init(upstream: Upstream) {
            shared = Multicast(upstream) { PassthroughSubject() }
        }

        /// Attaches the subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            shared.receive(subscriber: subscriber)
        }

        /// Begins.
        ///
        /// - Returns: the connection, to end it by cancelling.
        public func connect() -> any Cancellable {
            shared.connect()
        }
    }
}
