extension Publisher {
    /// Delivers the values of two publishers as they come.
    ///
    /// ```swift
    /// clicks.merge(with: keys).sink { handle($0) }
    /// ```
    ///
    /// **Demand**: while downstream wants all, so does it of each publisher; otherwise each is asked for one value at a
    /// time, which waits until it is wanted. **Completion**: finishes when all have finished; a failure of one ends all.
    /// **Threads**: delivers on the threads of the publishers, one value at a time.
    ///
    /// - Parameter other: the other publisher.
    /// - Returns: a publisher of the values of all.
    @_disfavoredOverload @inlinable
    public func merge<P: Publisher>(with other: P) -> Publishers.Merge<Self, P>
    where Failure == P.Failure, Output == P.Output {
        Publishers.Merge(self, other)
    }
}

extension Publishers {
    /// The publisher returned by `merge` of two publishers.
    @frozen
    public struct Merge<A: Publisher, B: Publisher>: Publisher
    where A.Failure == B.Failure, A.Output == B.Output {
        /// The values of each.
        public typealias Output = A.Output

        /// The failure of each.
        public typealias Failure = A.Failure

        /// The first publisher.
        public let a: A

        /// The second publisher.
        public let b: B

        /// A publisher of the values of two.
        ///
        /// - Parameters:
        ///   - a: the first publisher.
        ///   - b: the second publisher.
        @inlinable
        public init(_ a: A, _ b: B) {
            self.a = a
            self.b = b
        }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let confluence = Confluence("Merge", to: subscriber)
            confluence.outflow.start()
            confluence.add(a)
            confluence.add(b)
            confluence.close()
        }

        /// Merges three publishers in one step.
        ///
        /// - Parameter c: the third publisher.
        /// - Returns: a publisher of the values of all.
        @inlinable
        public func merge<C: Publisher>(with c: C)
            -> Publishers.Merge3<A, B, C>
        where A.Failure == C.Failure, A.Output == C.Output {
            Publishers.Merge3(a, b, c)
        }

        /// Merges four publishers in one step.
        ///
        /// - Parameters:
        ///   - c: the third publisher.
        ///   - d: the fourth publisher.
        /// - Returns: a publisher of the values of all.
        @inlinable
        public func merge<C: Publisher, D: Publisher>(with c: C, _ d: D)
            -> Publishers.Merge4<A, B, C, D>
        where A.Failure == C.Failure, A.Output == C.Output, A.Failure == D.Failure, A.Output == D.Output {
            Publishers.Merge4(a, b, c, d)
        }

        /// Merges five publishers in one step.
        ///
        /// - Parameters:
        ///   - c: the third publisher.
        ///   - d: the fourth publisher.
        ///   - e: the fifth publisher.
        /// - Returns: a publisher of the values of all.
        @inlinable
        public func merge<C: Publisher, D: Publisher, E: Publisher>(with c: C, _ d: D, _ e: E)
            -> Publishers.Merge5<A, B, C, D, E>
        where
            A.Failure == C.Failure, A.Output == C.Output, A.Failure == D.Failure, A.Output == D.Output,
            A.Failure == E.Failure, A.Output == E.Output
        {
            Publishers.Merge5(a, b, c, d, e)
        }

        /// Merges six publishers in one step.
        ///
        /// - Parameters:
        ///   - c: the third publisher.
        ///   - d: the fourth publisher.
        ///   - e: the fifth publisher.
        ///   - f: the sixth publisher.
        /// - Returns: a publisher of the values of all.
        @inlinable
        public func merge<C: Publisher, D: Publisher, E: Publisher, F: Publisher>(with c: C, _ d: D, _ e: E, _ f: F)
            -> Publishers.Merge6<A, B, C, D, E, F>
        where
            A.Failure == C.Failure, A.Output == C.Output, A.Failure == D.Failure, A.Output == D.Output,
            A.Failure == E.Failure, A.Output == E.Output, A.Failure == F.Failure, A.Output == F.Output
        {
            Publishers.Merge6(a, b, c, d, e, f)
        }

        /// Merges seven publishers in one step.
        ///
        /// - Parameters:
        ///   - c: the third publisher.
        ///   - d: the fourth publisher.
        ///   - e: the fifth publisher.
        ///   - f: the sixth publisher.
        ///   - g: the seventh publisher.
        /// - Returns: a publisher of the values of all.
        @inlinable
        public func merge<C: Publisher, D: Publisher, E: Publisher, F: Publisher, G: Publisher>(
            with c: C, _ d: D, _ e: E, _ f: F, _ g: G
        )
            -> Publishers.Merge7<A, B, C, D, E, F, G>
        where
            A.Failure == C.Failure, A.Output == C.Output, A.Failure == D.Failure, A.Output == D.Output,
            A.Failure == E.Failure, A.Output == E.Output, A.Failure == F.Failure, A.Output == F.Output,
            A.Failure == G.Failure, A.Output == G.Output
        {
            Publishers.Merge7(a, b, c, d, e, f, g)
        }

        /// Merges eight publishers in one step.
        ///
        /// - Parameters:
        ///   - c: the third publisher.
        ///   - d: the fourth publisher.
        ///   - e: the fifth publisher.
        ///   - f: the sixth publisher.
        ///   - g: the seventh publisher.
        ///   - h: the eighth publisher.
        /// - Returns: a publisher of the values of all.
        @inlinable
        public func merge<C: Publisher, D: Publisher, E: Publisher, F: Publisher, G: Publisher, H: Publisher>(
            with c: C, _ d: D, _ e: E, _ f: F, _ g: G, _ h: H
        )
            -> Publishers.Merge8<A, B, C, D, E, F, G, H>
        where
            A.Failure == C.Failure, A.Output == C.Output, A.Failure == D.Failure, A.Output == D.Output,
            A.Failure == E.Failure, A.Output == E.Output, A.Failure == F.Failure, A.Output == F.Output,
            A.Failure == G.Failure, A.Output == G.Output, A.Failure == H.Failure, A.Output == H.Output
        {
            Publishers.Merge8(a, b, c, d, e, f, g, h)
        }
    }
}

extension Publishers.Merge: Equatable
where A: Equatable, B: Equatable {}
