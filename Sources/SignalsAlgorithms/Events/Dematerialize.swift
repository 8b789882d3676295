import SignalsCore

extension Publisher where Failure == Never {
    /// Turns events back into the values and the end that they stand for.
    ///
    /// ```swift
    /// let titles = events.dematerialize()  // of Event<String, StoreError>: a publisher of String that may fail
    /// ```
    ///
    /// **Demand** passes unchanged. **Completion**: ends with the first event of an end and cancels upstream, or
    /// finishes with upstream if there was none. **Threads**: those of upstream.
    ///
    /// - Returns: a publisher of the events' values.
    public func dematerialize<Value, EventFailure>() -> Publishers.Dematerialize<Self, Value, EventFailure>
    where Output == Event<Value, EventFailure> {
        Publishers.Dematerialize(upstream: self)
    }
}

extension Publishers {
    /// The publisher returned by ``Signals/Publisher/dematerialize()``.
    public struct Dematerialize<Upstream: Publisher, Output: Sendable, Failure: Error>: Publisher
    where Upstream.Output == Event<Output, Failure>, Upstream.Failure == Never {
        /// The publisher of events.
        public let upstream: Upstream

        /// A publisher of the values of events.
        ///
        /// - Parameter upstream: the publisher of events.
        public init(upstream: Upstream) {
            self.upstream = upstream
        }

        /// Attaches the subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let step = Step<Upstream.Output, Output, Failure> { event throws(Failure) in
                switch event {
                case .value(let value): return .pass(value)
                case .failure(let error): throw error
                case .finished: return .finish
                }
            }
            upstream.receive(
                subscriber: Stage("Dematerialize", to: subscriber, throwing: step))
        }
    }
}

extension Publishers.Dematerialize: Equatable where Upstream: Equatable {}
