extension Publisher {
    /// Subscribes once for all subscribers: with the first one, until the last one has cancelled.
    ///
    /// ```swift
    /// let answer = request().share()  // one request, however many listen
    /// ```
    ///
    /// **Demand**: a value is dropped for a subscriber that has not asked for it; upstream is asked for all.
    /// **Completion** passes unchanged; one that comes after it receives it at once.
    ///
    /// - Returns: a publisher of the same values.
    @inlinable
    public func share() -> Publishers.Share<Self> {
        Publishers.Share(upstream: self)
    }
}

extension Publishers {
    /// The publisher that `share()` returns. Equal to itself alone.
    public final class Share<Upstream: Publisher>: Publisher, Equatable {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The publisher that is shared.
        public let upstream: Upstream
        private let shared: Autoconnect<Multicast<Upstream, PassthroughSubject<Output, Failure>>>

        /// A publisher that subscribes to another once for all its subscribers.
        ///
        /// - Parameter upstream: the publisher to share.
        public init(upstream: Upstream) {
            self.upstream = upstream
            shared = Publishers.Multicast(upstream) { PassthroughSubject() }.autoconnect()
        }

        /// Attaches the subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            shared.receive(subscriber: subscriber)
        }

        /// Returns true if both are the same object.
        public static func == (lhs: Share, rhs: Share) -> Bool {
            lhs === rhs
        }
    }
}
