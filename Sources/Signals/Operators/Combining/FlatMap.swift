extension Publisher {
    /// Makes a publisher of each value, and delivers the values of all of them as they come.
    ///
    /// ```swift
    /// names.flatMap { storage.addTask(name: $0) }
    ///     .sink(receiveCompletion: { print($0) }, receiveValue: { print("saved", $0) })
    /// ```
    ///
    /// **Demand**: asks upstream for `maxPublishers` values, and for one more whenever a publisher finishes. While
    /// downstream wants all, so does it of each publisher; otherwise each is asked for one value at a time, which waits
    /// until it is wanted. **Completion**: finishes when upstream and all publishers have finished; a failure of one of
    /// them ends all. **Threads**: delivers on the threads of the publishers, one value at a time; the closure is called
    /// on upstream's.
    ///
    /// - Parameters:
    ///   - maxPublishers: how many publishers may be subscribed to at once.
    ///   - transform: makes a publisher of a value.
    /// - Returns: a publisher of the values of all of them.
    @inlinable
    @available(swift, introduced: 6)
    public func flatMap<T, P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping @Sendable (Output) -> P
    ) -> Publishers.FlatMap<P, Self> where T == P.Output, Failure == P.Failure {
        Publishers.FlatMap(upstream: self, maxPublishers: maxPublishers, transform: transform)
    }

    /// Makes a publisher that cannot fail of each value, and delivers the values of all of them as they come.
    ///
    /// - Parameters:
    ///   - maxPublishers: how many publishers may be subscribed to at once.
    ///   - transform: makes a publisher of a value.
    /// - Returns: a publisher of the values of all of them.
    @inlinable
    @available(swift, introduced: 6)
    public func flatMap<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping @Sendable (Output) -> P
    ) -> Publishers.FlatMap<Publishers.SetFailureType<P, Failure>, Self> where P.Failure == Never {
        flatMap(maxPublishers: maxPublishers) { transform($0).setFailureType(to: Failure.self) }
    }
}

extension Publisher where Failure == Never {
    /// Makes a publisher of each value, and delivers the values of all of them as they come.
    ///
    /// - Parameters:
    ///   - maxPublishers: how many publishers may be subscribed to at once.
    ///   - transform: makes a publisher of a value.
    /// - Returns: a publisher of the values of all of them, which may fail.
    @inlinable
    @available(swift, introduced: 6)
    public func flatMap<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping @Sendable (Output) -> P
    ) -> Publishers.FlatMap<P, Publishers.SetFailureType<Self, P.Failure>> {
        setFailureType(to: P.Failure.self).flatMap(maxPublishers: maxPublishers, transform)
    }

    /// Makes a publisher of each value, none of which can fail, and delivers the values of all of them as they come.
    ///
    /// - Parameters:
    ///   - maxPublishers: how many publishers may be subscribed to at once.
    ///   - transform: makes a publisher of a value.
    /// - Returns: a publisher of the values of all of them.
    @inlinable
    @available(swift, introduced: 6)
    public func flatMap<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping @Sendable (Output) -> P
    ) -> Publishers.FlatMap<P, Self> where P.Failure == Never {
        Publishers.FlatMap(upstream: self, maxPublishers: maxPublishers, transform: transform)
    }
}

extension Publishers {
    /// What `flatMap` returns.
    @frozen
    public struct FlatMap<NewPublisher: Publisher, Upstream: Publisher>: Publisher
    where NewPublisher.Failure == Upstream.Failure {
        /// The values of the publishers that are made.
        public typealias Output = NewPublisher.Output

        /// The failure of all of them.
        public typealias Failure = Upstream.Failure

        /// The publisher of which values publishers are made.
        public let upstream: Upstream

        /// How many publishers may be subscribed to at once.
        public let maxPublishers: Subscribers.Demand

        /// Makes a publisher of a value.
        public let transform: @Sendable (Upstream.Output) -> NewPublisher

        /// A publisher of the values of publishers that are made of another's values.
        ///
        /// - Parameters:
        ///   - upstream: the publisher of which values publishers are made.
        ///   - maxPublishers: how many publishers may be subscribed to at once.
        ///   - transform: makes a publisher of a value.
        @inlinable
        @available(swift, introduced: 6)
        public init(
            upstream: Upstream, maxPublishers: Subscribers.Demand,
            transform: @escaping @Sendable (Upstream.Output) -> NewPublisher
        ) {
            self.upstream = upstream
            self.maxPublishers = maxPublishers
            self.transform = transform
        }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(
                Inner(
                    confluence: Confluence("FlatMap", to: AnySubscriber(subscriber)), maxPublishers: maxPublishers,
                    transform: transform))
        }

        @usableFromInline
        struct Inner: Subscriber {
            @usableFromInline typealias Input = Upstream.Output
            @usableFromInline typealias Failure = Upstream.Failure

            @usableFromInline let link = UpstreamLink("FlatMap")
            @usableFromInline let confluence: Confluence<NewPublisher.Output, Failure>
            @usableFromInline let maxPublishers: Subscribers.Demand
            @usableFromInline let transform: @Sendable (Input) -> NewPublisher

            @inlinable
            init(
                confluence: Confluence<NewPublisher.Output, Failure>, maxPublishers: Subscribers.Demand,
                transform: @escaping @Sendable (Input) -> NewPublisher
            ) {
                self.confluence = confluence
                self.maxPublishers = maxPublishers
                self.transform = transform
            }

            @inlinable var combineIdentifier: CombineIdentifier { link.combineIdentifier }

            @inlinable
            func receive(subscription: any Subscription) {
                guard link.attach(subscription) else { return }
                confluence.start(upstream: link)
                link.request(maxPublishers)
            }

            @inlinable
            func receive(_ input: Input) -> Subscribers.Demand {
                guard link.isAttached else { return .none }
                let publisher = transform(input)
                if NewPublisher.self == Just<NewPublisher.Output>.self,
                    let just = publisher as? Just<NewPublisher.Output>, confluence.pass(just.output)
                {
                    return maxPublishers == .unlimited ? .none : .max(1)
                }
                if maxPublishers == .unlimited {
                    confluence.add(publisher)
                } else {
                    confluence.add(publisher, onFinish: { [link] in link.request(.max(1)) })
                }
                return .none
            }

            @inlinable
            func receive(completion: Subscribers.Completion<Failure>) {
                guard link.complete() else { return }
                switch completion {
                case .finished: confluence.close()
                case .failure(let error): confluence.fail(error)
                }
            }
        }
    }
}
