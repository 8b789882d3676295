extension Publisher {
    /// Delivers a value in place of an error, and then finishes.
    ///
    /// ```swift
    /// save.map { false }.replaceError(with: true).assign(to: &result.$hasError)
    /// ```
    ///
    /// **Demand** passes unchanged; the replacement waits until it is asked for. **Completion**: always finishes.
    ///
    /// - Parameter output: the value to deliver.
    /// - Returns: a publisher that cannot fail.
    @inlinable
    public func replaceError(with output: Output) -> Publishers.ReplaceError<Self> {
        Publishers.ReplaceError(upstream: self, output: output)
    }
}

extension Publishers {
    /// What ``Publisher/replaceError(with:)`` returns.
    @frozen
    public struct ReplaceError<Upstream: Publisher>: Publisher {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// It cannot fail.
        public typealias Failure = Never

        /// The value that takes the error's place.
        public let output: Upstream.Output

        /// The publisher that delivers the values.
        public let upstream: Upstream

        /// A publisher that delivers a value in place of another's error.
        ///
        /// - Parameters:
        ///   - upstream: the publisher that delivers the values.
        ///   - output: the value that takes the error's place.
        @inlinable
        public init(upstream: Upstream, output: Output) {
            self.upstream = upstream
            self.output = output
        }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(Inner(downstream: subscriber, output: output))
        }

        @usableFromInline
        final class Inner<Downstream: Subscriber>: Subscriber, Subscription, CustomStringConvertible
        where Downstream.Input == Upstream.Output, Downstream.Failure == Never {
            @usableFromInline typealias Input = Downstream.Input
            @usableFromInline typealias Failure = Upstream.Failure

            @usableFromInline let link = UpstreamLink("ReplaceError")
            @usableFromInline let demand = DemandMeter()
            @usableFromInline let replacement = Locked<Input?>(nil)
            @usableFromInline let downstream: Downstream
            @usableFromInline let output: Input

            @inlinable @inline(never)
            init(downstream: Downstream, output: Input) {
                self.downstream = downstream
                self.output = output
            }

            @inlinable
            func receive(subscription: any Subscription) {
                if link.attach(subscription) { downstream.receive(subscription: self) }
            }

            @inlinable
            func receive(_ input: Input) -> Subscribers.Demand {
                guard !link.hasEnded else { return .none }
                _ = demand.takeOne()
                let more = downstream.receive(input)
                if more != .none { demand.add(more) }
                return more
            }

            @inlinable
            func receive(completion: Subscribers.Completion<Failure>) {
                guard link.complete() else { return }
                switch completion {
                case .finished:
                    downstream.receive(completion: .finished)
                case .failure:
                    replacement.withLock { $0 = output }
                    deliverReplacement()
                }
            }

            /// Delivers the replacement once both it and a demand are there.
            @inlinable
            func deliverReplacement() {
                let value = replacement.withLock { replacement in
                    replacement != nil && demand.takeOne() ? replacement.take() : nil
                }
                guard let value else { return }
                _ = downstream.receive(value)
                if !demand.isClosed { downstream.receive(completion: .finished) }
            }

            @inlinable
            func request(_ demand: Subscribers.Demand) {
                self.demand.add(demand)
                link.request(demand)
                deliverReplacement()
            }

            @inlinable
            func cancel() {
                _ = demand.close()
                link.cancel()
                _ = replacement.withLock { $0.take() }
            }

            @usableFromInline var description: String { link.description }
        }
    }
}
