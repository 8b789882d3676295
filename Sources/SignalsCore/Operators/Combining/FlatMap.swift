extension Publishers {
    /// The publisher that `flatMap` returns.
    @frozen
    public struct FlatMap<NewPublisher: Publisher, Upstream: Publisher>: Publisher
    where NewPublisher.Failure == Upstream.Failure {
        /// The values of the publishers that are made.
        public typealias Output = NewPublisher.Output

        /// The failure of all of them.
        public typealias Failure = Upstream.Failure

        /// The publisher of which values publishers are made.
        public let upstream: Upstream

        /// The maximum number of publishers that are subscribed to at once.
        public let maxPublishers: Subscribers.Demand

        /// Makes a publisher of a value.
        public let transform: @Sendable (Upstream.Output) -> NewPublisher

        @inlinable
        package init(
            _ upstream: Upstream, maxPublishers: Subscribers.Demand,
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
                    confluence: Confluence("FlatMap", to: subscriber), maxPublishers: maxPublishers,
                    transform: transform))
        }

        @usableFromInline
        struct Inner<Downstream: Subscriber>: Subscriber
        where Downstream.Input == NewPublisher.Output, Downstream.Failure == Upstream.Failure {
            @usableFromInline typealias Input = Upstream.Output
            @usableFromInline typealias Failure = Upstream.Failure

            @usableFromInline let confluence: Confluence<Downstream>
            @usableFromInline let maxPublishers: Subscribers.Demand
            @usableFromInline let transform: @Sendable (Input) -> NewPublisher

            @inlinable
            init(
                confluence: Confluence<Downstream>, maxPublishers: Subscribers.Demand,
                transform: @escaping @Sendable (Input) -> NewPublisher
            ) {
                self.confluence = confluence
                self.maxPublishers = maxPublishers
                self.transform = transform
            }

            @inlinable var link: UpstreamLink { confluence.outflow.link }

            @inlinable var combineIdentifier: CombineIdentifier { link.combineIdentifier }

            @inlinable
            func receive(subscription: any Subscription) {
                if confluence.outflow.start(subscription) { link.requestUpstream(maxPublishers) }
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
                confluence.add(publisher, isReplaced: maxPublishers != .unlimited)
                return .none
            }

            @inlinable
            func receive(completion: Subscribers.Completion<Failure>) {
                guard link.drain() else { return }
                switch completion {
                case .finished: confluence.close()
                case .failure(let error): confluence.fail(error)
                }
            }
        }
    }
}
