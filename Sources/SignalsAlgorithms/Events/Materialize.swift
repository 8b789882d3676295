import SignalsCore

extension Publisher {
    /// Delivers values and the end alike as events, so that the publisher cannot fail.
    ///
    /// ```swift
    /// let attempts = names.flatMap { storage.addTask(name: $0).materialize() }
    /// let failures = attempts.compactMap(\.failure)
    /// ```
    ///
    /// **Demand** passes unchanged; the event of the end needs demand too, and waits for it. **Completion**: finishes
    /// after that event, whichever it was. **Threads**: those of upstream, or for the last event of the demand.
    ///
    /// - Returns: a publisher of events.
    public func materialize() -> Publishers.Materialize<Self> {
        Publishers.Materialize(upstream: self)
    }
}

extension Publishers {
    /// The publisher returned by ``Signals/Publisher/materialize()``.
    public struct Materialize<Upstream: Publisher>: Publisher {
        /// The upstream's values and its end.
        public typealias Output = Event<Upstream.Output, Upstream.Failure>

        /// It cannot fail.
        public typealias Failure = Never

        /// The publisher whose events are delivered.
        public let upstream: Upstream

        /// A publisher of another's events.
        ///
        /// - Parameter upstream: the publisher whose events are delivered.
        public init(upstream: Upstream) {
            self.upstream = upstream
        }

        /// Attaches the subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
            let values = Publishers.Map(upstream) { Output.value($0) }
            Publishers.Catch(values.append(Output.finished)) { Just(Output.failure($0)) }
                .receive(subscriber: subscriber)
        }
    }
}

extension Publishers.Materialize: Equatable where Upstream: Equatable {}
