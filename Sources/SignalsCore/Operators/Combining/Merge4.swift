extension Publisher {
    /// Delivers the values of four publishers as they come.
    ///
    /// ```swift
    /// clicks.merge(with: keys, timers, messages).sink { handle($0) }
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
    /// - Returns: a publisher of the values of all.
    @inlinable
    public func merge<B: Publisher, C: Publisher, D: Publisher>(with b: B, _ c: C, _ d: D)
        -> Publishers.Merge4<Self, B, C, D>
    where
        Failure == B.Failure, Output == B.Output, Failure == C.Failure, Output == C.Output, Failure == D.Failure,
        Output == D.Output
    {
        Publishers.Merge4(self, b, c, d)
    }
}

extension Publishers {
    /// The publisher returned by `merge` of four publishers.
    @frozen
    public struct Merge4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
    where
        A.Failure == B.Failure, A.Output == B.Output, A.Failure == C.Failure, A.Output == C.Output,
        A.Failure == D.Failure, A.Output == D.Output
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

        /// A publisher of the values of four.
        ///
        /// - Parameters:
        ///   - a: the first publisher.
        ///   - b: the second publisher.
        ///   - c: the third publisher.
        ///   - d: the fourth publisher.
        @inlinable
        public init(_ a: A, _ b: B, _ c: C, _ d: D) {
            self.a = a
            self.b = b
            self.c = c
            self.d = d
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
            confluence.close()
        }

        /// Merges five publishers in one step.
        ///
        /// - Parameter e: the fifth publisher.
        /// - Returns: a publisher of the values of all.
        @inlinable
        public func merge<E: Publisher>(with e: E)
            -> Publishers.Merge5<A, B, C, D, E>
        where A.Failure == E.Failure, A.Output == E.Output {
            Publishers.Merge5(a, b, c, d, e)
        }

        /// Merges six publishers in one step.
        ///
        /// - Parameters:
        ///   - e: the fifth publisher.
        ///   - f: the sixth publisher.
        /// - Returns: a publisher of the values of all.
        @inlinable
        public func merge<E: Publisher, F: Publisher>(with e: E, _ f: F)
            -> Publishers.Merge6<A, B, C, D, E, F>
        where A.Failure == E.Failure, A.Output == E.Output, A.Failure == F.Failure, A.Output == F.Output {
            Publishers.Merge6(a, b, c, d, e, f)
        }

        /// Merges seven publishers in one step.
        ///
        /// - Parameters:
        ///   - e: the fifth publisher.
        ///   - f: the sixth publisher.
        ///   - g: the seventh publisher.
        /// - Returns: a publisher of the values of all.
        @inlinable
        public func merge<E: Publisher, F: Publisher, G: Publisher>(with e: E, _ f: F, _ g: G)
            -> Publishers.Merge7<A, B, C, D, E, F, G>
        where
            A.Failure == E.Failure, A.Output == E.Output, A.Failure == F.Failure, A.Output == F.Output,
            A.Failure == G.Failure, A.Output == G.Output
        {
            Publishers.Merge7(a, b, c, d, e, f, g)
        }

        /// Merges eight publishers in one step.
        ///
        /// - Parameters:
        ///   - e: the fifth publisher.
        ///   - f: the sixth publisher.
        ///   - g: the seventh publisher.
        ///   - h: the eighth publisher.
        /// - Returns: a publisher of the values of all.
        @inlinable
        public func merge<E: Publisher, F: Publisher, G: Publisher, H: Publisher>(with e: E, _ f: F, _ g: G, _ h: H)
            -> Publishers.Merge8<A, B, C, D, E, F, G, H>
        where
            A.Failure == E.Failure, A.Output == E.Output, A.Failure == F.Failure, A.Output == F.Output,
            A.Failure == G.Failure, A.Output == G.Output, A.Failure == H.Failure, A.Output == H.Output
        {
            Publishers.Merge8(a, b, c, d, e, f, g, h)
        }
    }
}

extension Publishers.Merge4: Equatable
where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}
