extension Publisher {
    /// Delivers the values of another publisher after those of this one.
    ///
    /// ```swift
    /// cached.append(loaded).sink { show($0) }
    /// ```
    ///
    /// **Demand**: what this publisher left of it goes to the other. **Completion**: the other is subscribed to when this
    /// one finishes, and its completion is the end; a failure of this one ends all, before the other begins.
    ///
    /// - Parameter publisher: the publisher to deliver afterwards.
    /// - Returns: a publisher of the values of both.
    @inlinable
    public func append<P: Publisher>(_ publisher: P) -> Publishers.Concatenate<Self, P>
    where Failure == P.Failure, Output == P.Output {
        Publishers.Concatenate(prefix: self, suffix: publisher)
    }

    /// Delivers the values of another publisher before those of this one.
    ///
    /// ```swift
    /// loaded.prepend(cached).sink { show($0) }
    /// ```
    ///
    /// **Demand**: what the other left of it goes to this publisher. **Completion**: this publisher is subscribed to when
    /// the other finishes; a failure of the other ends all.
    ///
    /// - Parameter publisher: the publisher to deliver first.
    /// - Returns: a publisher of the values of both.
    @inlinable
    public func prepend<P: Publisher>(_ publisher: P) -> Publishers.Concatenate<P, Self>
    where Failure == P.Failure, Output == P.Output {
        Publishers.Concatenate(prefix: publisher, suffix: self)
    }
}

extension Publishers {
    /// A publisher of the values of one publisher and then of another. Combine's `Publishers.Concatenate`.
    @frozen
    public struct Concatenate<Prefix: Publisher, Suffix: Publisher>: Publisher
    where Prefix.Failure == Suffix.Failure, Prefix.Output == Suffix.Output {
        /// The values of both.
        public typealias Output = Suffix.Output

        /// The failure of both.
        public typealias Failure = Suffix.Failure

        /// The publisher that delivers first.
        public let prefix: Prefix

        /// The publisher that delivers afterwards.
        public let suffix: Suffix

        /// A publisher of the values of one publisher and then of another.
        ///
        /// - Parameters:
        ///   - prefix: the publisher that delivers first.
        ///   - suffix: the publisher that delivers afterwards.
        @inlinable
        public init(prefix: Prefix, suffix: Suffix) {
            self.prefix = prefix
            self.suffix = suffix
        }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            prefix.subscribe(PrefixInner(downstream: subscriber, suffix: suffix))
        }

        @usableFromInline
        struct PrefixInner<Downstream: Subscriber>: Subscriber
        where Downstream.Input == Suffix.Output, Downstream.Failure == Suffix.Failure {
            @usableFromInline typealias Input = Downstream.Input
            @usableFromInline typealias Failure = Downstream.Failure

            @usableFromInline let link = UpstreamLink("Concatenate")
            @usableFromInline let downstream: Downstream
            @usableFromInline let suffix: Suffix

            @inlinable
            init(downstream: Downstream, suffix: Suffix) {
                self.downstream = downstream
                self.suffix = suffix
            }

            @inlinable var combineIdentifier: CombineIdentifier { link.combineIdentifier }

            @inlinable
            func receive(subscription: any Subscription) {
                if link.attach(subscription) { downstream.receive(subscription: link) }
            }

            @inlinable
            func receive(_ input: Input) -> Subscribers.Demand {
                guard link.isAttached, link.outstanding.takeOne() else { return .none }
                return link.add(downstream.receive(input), whileAttached: link.isAttached)
            }

            @inlinable
            func receive(completion: Subscribers.Completion<Failure>) {
                guard link.complete() else { return }
                switch completion {
                case .finished: suffix.subscribe(SuffixInner(downstream: downstream, whole: link))
                case .failure: downstream.receive(completion: completion)
                }
            }
        }

        @usableFromInline
        struct SuffixInner<Downstream: Subscriber>: Subscriber {
            @usableFromInline typealias Input = Downstream.Input
            @usableFromInline typealias Failure = Downstream.Failure

            @usableFromInline let link = UpstreamLink("Concatenate")
            @usableFromInline let downstream: Downstream

            /// Downstream's subscription, to which this link now is the upstream.
            @usableFromInline let whole: UpstreamLink

            @inlinable
            init(downstream: Downstream, whole: UpstreamLink) {
                self.downstream = downstream
                self.whole = whole
            }

            @inlinable var combineIdentifier: CombineIdentifier { link.combineIdentifier }

            @inlinable
            func receive(subscription: any Subscription) {
                if link.attach(subscription) { whole.reattach(link) }
            }

            @inlinable
            func receive(_ input: Input) -> Subscribers.Demand {
                link.isAttached ? downstream.receive(input) : .none
            }

            @inlinable
            func receive(completion: Subscribers.Completion<Failure>) {
                if link.complete(), !whole.isCancelled { downstream.receive(completion: completion) }
            }
        }
    }
}

extension Publishers.Concatenate: Equatable where Prefix: Equatable, Suffix: Equatable {}
