extension Publisher {
    /// Delivers the values of six publishers as they come.
    ///
    /// ```swift
    /// clicks.merge(with: keys, timers, messages, saves, errors).sink { handle($0) }
    /// ```
    ///
    /// **Demand**: while downstream wants all, so does it of each publisher; otherwise each is asked for one value at a
    /// time, which waits until it is wanted. **Completion**: finishes when all have finished; a failure of one ends all.
    /// **Threads**: delivers on the threads of the publishers, one value at a time.
    ///
    /// - Parameters:
    ///   - b: the second publisher.
    ///   - c: the third publisher.
    ///   - d: the fourth publisher.
    ///   - e: the fifth publisher.
    ///   - f: the sixth publisher.
    /// - Returns: a publisher of the values of all.
    @inlinable
    public func merge<B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher>(
        with b: B, _ c: C, _ d: D, _ e: E, _ f: F
    ) -> Publishers.Merge6<Self, B, C, D, E, F>
    where
        Failure == B.Failure, Output == B.Output, Failure == C.Failure, Output == C.Output, Failure == D.Failure,
        Output == D.Output, Failure == E.Failure, Output == E.Output, Failure == F.Failure, Output == F.Output
    {
        Publishers.Merge6(self, b, c, d, e, f)
    }
}

extension Publishers {
    /// The publisher returned by `merge` of six publishers.
    @frozen
    public struct Merge6<
        A: Publisher, B: Publisher, C: Publisher, D: Publisher, E: Publisher, F: Publisher
    >: Publisher
    where
        A.Failure == B.Failure, A.Output == B.Output, A.Failure == C.Failure, A.Output == C.Output,
        A.Failure == D.Failure, A.Output == D.Output, A.Failure == E.Failure, A.Output == E.Output,
        A.Failure == F.Failure, A.Output == F.Output
    {
        /// The values of each.
        public typealias Output = A.Output

        /// The failure of each.
        public typealias Failure = A.Failure

        /// The first publisher.
        public let a: A

        /// The second publisher.
        public let b: B

        /// The third publisher.
        public let c: C

        /// The fourth publisher.
        public let d: D

        /// The fifth publisher.
        public let e: E

        /// The sixth publisher.
        public let f: F

        /// A publisher of the values of six.
        ///
        /// - Parameters:
        ///   - a: the first publisher.
        ///   - b: the second publisher.
        ///   - c: the third publisher.
        ///   - d: the fourth publisher.
        ///   - e: the fifth publisher.
        ///   - f: the sixth publisher.
        @inlinable
        public init(_ a: A, _ b: B, _ c: C, _ d: D, _ e: E, _ f: F) {
            self.a = a
            self.b = b
            self.c = c
            self.d = d
            self.e = e
            self.f = f
        }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let confluence = Confluence("Merge", to: subscriber)
            confluence.outflow.start()
            confluence.add(a)
            confluence.add(b)
            confluence.add(c)
            confluence.add(d)
            confluence.add(e)
            confluence.add(f)
            confluence.close()
        }

        /// Merges seven publishers in one step.
        ///
        /// - Parameter g: the seventh publisher.
        /// - Returns: a publisher of the values of all.
        @inlinable
        public func merge<G: Publisher>(with g: G)
            -> Publishers.Merge7<A, B, C, D, E, F, G>
        where A.Failure == G.Failure, A.Output == G.Output {
            Publishers.Merge7(a, b, c, d, e, f, g)
        }

        /// Merges eight publishers in one step.
        ///
        /// - Parameters:
        ///   - g: the seventh publisher.
        ///   - h: the eighth publisher.
        /// - Returns: a publisher of the values of all.
        @inlinable
        public func merge<G: Publisher, H: Publisher>(with g: G, _ h: H)
            -> Publishers.Merge8<A, B, C, D, E, F, G, H>
        where A.Failure == G.Failure, A.Output == G.Output, A.Failure == H.Failure, A.Output == H.Output {
            Publishers.Merge8(a, b, c, d, e, f, g, h)
        }
    }
}

extension Publishers.Merge6: Equatable
where A: Equatable, B: Equatable, C: Equatable, D: Equatable, E: Equatable, F: Equatable {}
