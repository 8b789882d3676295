extension Publisher {
    /// Delivers the values of three publishers as they come.
    ///
    /// ```swift
    /// clicks.merge(with: keys, timers).sink { handle($0) }
    /// ```
    ///
    /// **Demand**: while downstream wants all, so does it of each publisher; otherwise each is asked for one value at a
    /// time, which waits until it is wanted. **Completion**: finishes when all have finished; a failure of one ends all.
    /// **Threads**: delivers on the threads of the publishers, one value at a time.
    ///
    /// - Parameters:
    ///   - b: the second publisher.
    ///   - c: the third publisher.
    /// - Returns: a publisher of the values of all.
    @inlinable
    public func merge<B: Publisher, C: Publisher>(with b: B, _ c: C) -> Publishers.Merge3<Self, B, C>
    where Failure == B.Failure, Output == B.Output, Failure == C.Failure, Output == C.Output {
        Publishers.Merge3(self, b, c)
    }
}

extension Publishers {
    /// The publisher returned by `merge` of three publishers.
    @frozen
    public struct Merge3<A: Publisher, B: Publisher, C: Publisher>: Publisher
    where A.Failure == B.Failure, A.Output == B.Output, A.Failure == C.Failure, A.Output == C.Output {
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

        /// A publisher of the values of three.
        ///
        /// - Parameters:
        ///   - a: the first publisher.
        ///   - b: the second publisher.
        ///   - c: the third publisher.
        @inlinable
        public init(_ a: A, _ b: B, _ c: C) {
            self.a = a
            self.b = b
            self.c = c
        }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let confluence = Confluence("Merge", to: subscriber)
            confluence.outflow.start()
            confluence.add(a)
            confluence.add(b)
            confluence.add(c)
            confluence.close()
        }

        /// Merges four publishers in one step.
        ///
        /// - Parameter d: the fourth publisher.
        /// - Returns: a publisher of the values of all.
        @inlinable
        public func merge<D: Publisher>(with d: D)
            -> Publishers.Merge4<A, B, C, D>
        where A.Failure == D.Failure, A.Output == D.Output {
            Publishers.Merge4(a, b, c, d)
        }

        /// Merges five publishers in one step.
        ///
        /// - Parameters:
        ///   - d: the fourth publisher.
        ///   - e: the fifth publisher.
        /// - Returns: a publisher of the values of all.
        @inlinable
        public func merge<D: Publisher, E: Publisher>(with d: D, _ e: E)
            -> Publishers.Merge5<A, B, C, D, E>
        where A.Failure == D.Failure, A.Output == D.Output, A.Failure == E.Failure, A.Output == E.Output {
            Publishers.Merge5(a, b, c, d, e)
        }

        /// Merges six publishers in one step.
        ///
        /// - Parameters:
        ///   - d: the fourth publisher.
        ///   - e: the fifth publisher.
        ///   - f: the sixth publisher.
        /// - Returns: a publisher of the values of all.
        @inlinable
        public func merge<D: Publisher, E: Publisher, F: Publisher>(with d: D, _ e: E, _ f: F)
            -> Publishers.Merge6<A, B, C, D, E, F>
        where
            A.Failure == D.Failure, A.Output == D.Output, A.Failure == E.Failure, A.Output == E.Output,
            A.Failure == F.Failure, A.Output == F.Output
        {
            Publishers.Merge6(a, b, c, d, e, f)
        }

        /// Merges seven publishers in one step.
        ///
        /// - Parameters:
        ///   - d: the fourth publisher.
        ///   - e: the fifth publisher.
        ///   - f: the sixth publisher.
        ///   - g: the seventh publisher.
        /// - Returns: a publisher of the values of all.
        @inlinable
        public func merge<D: Publisher, E: Publisher, F: Publisher, G: Publisher>(with d: D, _ e: E, _ f: F, _ g: G)
            -> Publishers.Merge7<A, B, C, D, E, F, G>
        where
            A.Failure == D.Failure, A.Output == D.Output, A.Failure == E.Failure, A.Output == E.Output,
            A.Failure == F.Failure, A.Output == F.Output, A.Failure == G.Failure, A.Output == G.Output
        {
            Publishers.Merge7(a, b, c, d, e, f, g)
        }

        /// Merges eight publishers in one step.
        ///
        /// - Parameters:
        ///   - d: the fourth publisher.
        ///   - e: the fifth publisher.
        ///   - f: the sixth publisher.
        ///   - g: the seventh publisher.
        ///   - h: the eighth publisher.
        /// - Returns: a publisher of the values of all.
        @inlinable
        public func merge<D: Publisher, E: Publisher, F: Publisher, G: Publisher, H: Publisher>(
            with d: D, _ e: E, _ f: F, _ g: G, _ h: H
        )
            -> Publishers.Merge8<A, B, C, D, E, F, G, H>
        where
            A.Failure == D.Failure, A.Output == D.Output, A.Failure == E.Failure, A.Output == E.Output,
            A.Failure == F.Failure, A.Output == F.Output, A.Failure == G.Failure, A.Output == G.Output,
            A.Failure == H.Failure, A.Output == H.Output
        {
            Publishers.Merge8(a, b, c, d, e, f, g, h)
        }
    }
}

extension Publishers.Merge3: Equatable
where A: Equatable, B: Equatable, C: Equatable {}
