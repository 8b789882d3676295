extension Publisher {
    /// Keeps values until they are asked for, so that none is lost when they come faster.
    ///
    /// ```swift
    /// commands.buffer(size: 100, prefetch: .byRequest, whenFull: .dropOldest)
    ///     .flatMap(maxPublishers: .max(1)) { run($0) }  // one after another
    /// ```
    ///
    /// **Demand**: downstream takes from the buffer; upstream is asked as `prefetch` says. **Completion** waits until the
    /// buffer is empty.
    ///
    /// - Parameters:
    ///   - size: the number of values that there is room for, zero or more.
    ///   - prefetch: the way the buffer is filled.
    ///   - whenFull: the treatment of a value for which there is no room.
    /// - Returns: a publisher of the same values.
    @inlinable
    public func buffer(
        size: Int, prefetch: Publishers.PrefetchStrategy, whenFull: Publishers.BufferingStrategy<Failure>
    ) -> Publishers.Buffer<Self> {
        Publishers.Buffer(upstream: self, size: size, prefetch: prefetch, whenFull: whenFull)
    }
}

extension Publishers {
    /// The publisher that `buffer(size:prefetch:whenFull:)` returns.
    @frozen
    public struct Buffer<Upstream: Publisher>: Publisher {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The publisher that delivers the values.
        public let upstream: Upstream

        /// The number of values that there is room for.
        public let size: Int

        /// The strategy by which the buffer is filled.
        public let prefetch: Publishers.PrefetchStrategy

        /// The strategy for a value for which there is no room.
        public let whenFull: Publishers.BufferingStrategy<Upstream.Failure>

        /// A publisher that keeps another's values until they are asked for.
        ///
        /// - Parameters:
        ///   - upstream: the publisher that delivers the values.
        ///   - size: the number of values that there is room for. The program stops if it is negative.
        ///   - prefetch: the way the buffer is filled.
        ///   - whenFull: the treatment of a value for which there is no room.
        @inlinable
        public init(
            upstream: Upstream, size: Int, prefetch: Publishers.PrefetchStrategy,
            whenFull: Publishers.BufferingStrategy<Failure>
        ) {
            if size < 0 { fatalError("A buffer needs a size of at least 0, but was given \(size).") }
            self.upstream = upstream
            self.size = size
            self.prefetch = prefetch
            self.whenFull = whenFull
        }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let work = BufferWork<Output, Failure>(size: size, prefetch: prefetch, whenFull: whenFull)
            upstream.receive(subscriber: BufferSubscriber(outflow: Outflow("Buffer", work, to: subscriber)))
        }
    }
}

/// The subscriber between upstream and downstream of a ``Publishers/Buffer``.
@usableFromInline
struct BufferSubscriber<Downstream: Subscriber>: Subscriber {
    @usableFromInline typealias Input = Downstream.Input
    @usableFromInline typealias Failure = Downstream.Failure
    @usableFromInline typealias Work = BufferWork<Input, Failure>

    @usableFromInline let outflow: Outflow<Work, Downstream>

    @inlinable
    init(outflow: Outflow<Work, Downstream>) {
        self.outflow = outflow
    }

    @inlinable var combineIdentifier: CombineIdentifier { outflow.link.combineIdentifier }

    @inlinable
    func receive(subscription: any Subscription) {
        if outflow.start(subscription) { outflow.link.requestUpstream(outflow.state.withLock { $0.work.firstDemand }) }
    }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
        guard outflow.link.isAttached else { return .none }
        switch outflow.state.withLock({ $0.receive(input) }) {
        case .deliver(let outer, let more):
            outflow.deliver(input, outer: outer)
            return more
        case .keep(let more):
            return more
        case .drop(let value):
            withExtendedLifetime(value) {}
            return .none
        case .fail(let makeError):
            if outflow.link.cancelUpstream() { outflow.finish(with: .failure(makeError())) }
            return .none
        }
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        if outflow.link.drain() { outflow.finish(with: completion) }
    }
}
