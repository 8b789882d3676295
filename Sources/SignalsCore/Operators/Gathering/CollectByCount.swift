extension Publisher {
    /// Gathers values into arrays of a given size.
    ///
    /// ```swift
    /// lines.collect(1000).sink { print("read", $0.count, "lines") }
    /// ```
    ///
    /// **Demand**: for each array, as many values are asked for as fill it. **Completion**: passes unchanged, after an
    /// array of what is left if upstream finishes. A failure drops what was gathered.
    ///
    /// - Parameter count: the number of values an array, at least one.
    /// - Returns: a publisher of arrays.
    @inlinable
    public func collect(_ count: Int) -> Publishers.CollectByCount<Self> {
        Publishers.CollectByCount(upstream: self, count: count)
    }
}

extension Publishers {
    /// The publisher that `collect(_:)` returns.
    @frozen
    public struct CollectByCount<Upstream: Publisher>: Publisher {
        /// Some values of upstream.
        public typealias Output = [Upstream.Output]

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The publisher that delivers the values.
        public let upstream: Upstream

        /// The number of values an array.
        public let count: Int

        /// A publisher of another's values in arrays of a given size.
        ///
        /// - Parameters:
        ///   - upstream: the publisher that delivers the values.
        ///   - count: the number of values an array, at least one. The program stops if it is less.
        @inlinable
        public init(upstream: Upstream, count: Int) {
            if count < 1 { fatalError("collect(_:) needs a count of at least 1, but was given \(count).") }
            self.upstream = upstream
            self.count = count
        }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(subscriber: Inner(downstream: subscriber, count: count))
        }

        @usableFromInline
        struct Inner<Downstream: Subscriber>: Subscriber
        where Downstream.Input == [Upstream.Output], Downstream.Failure == Upstream.Failure {
            @usableFromInline typealias Input = Upstream.Output
            @usableFromInline typealias Failure = Upstream.Failure

            @usableFromInline let link: UpstreamLink
            @usableFromInline let gathered: Locked<[Input]>
            @usableFromInline let downstream: Downstream
            @usableFromInline let count: Int

            @inlinable
            init(downstream: Downstream, count: Int) {
                let gathered = Locked<[Input]>([])
                link = UpstreamLink(
                    "CollectByCount", onRequest: { $0 * count },
                    onCancel: { gathered.release { $0.takeAll() } })
                self.gathered = gathered
                self.downstream = downstream
                self.count = count
            }

            @inlinable var combineIdentifier: CombineIdentifier { link.combineIdentifier }

            @inlinable
            func receive(subscription: any Subscription) {
                if link.attach(subscription) { downstream.receive(subscription: link) }
            }

            @inlinable
            func receive(_ input: Input) -> Subscribers.Demand {
                guard link.isAttached else { return .none }
                let full = gathered.withLock { gathered -> [Input]? in
                    gathered.append(input)
                    return gathered.count == count ? gathered.takeAll() : nil
                }
                return full.map { downstream.receive($0) * count } ?? .none
            }

            @inlinable
            func receive(completion: Subscribers.Completion<Failure>) {
                guard link.complete() else { return }
                let rest = gathered.withLock { $0.takeAll() }
                if case .finished = completion, !rest.isEmpty { _ = downstream.receive(rest) }
                if !link.isCancelled { downstream.receive(completion: completion) }
            }
        }
    }
}

extension Publishers.CollectByCount: Equatable where Upstream: Equatable {}
