extension Publisher {
    /// Delivers the latest values of this publisher and three others, together, whenever one of them changes.
    ///
    /// ```swift
    /// query.combineLatest(tasks, person, day).sink { print($0, $1, $2, $3) }
    /// ```
    ///
    /// **Demand** goes to each of the publishers. Of what nobody asked for the latest combination waits, without those
    /// before it. **Completion**: finishes when all have finished; a failure of one ends all. Nothing is delivered before
    /// each has delivered a value. **Threads**: delivers on the threads of the publishers, one value at a time.
    ///
    /// - Parameters:
    ///   - publisher1: a second publisher.
    ///   - publisher2: a third publisher.
    ///   - publisher3: a fourth publisher.
    /// - Returns: a publisher of tuples.
    @inlinable
    public func combineLatest<P: Publisher, Q: Publisher, R: Publisher>(
        _ publisher1: P, _ publisher2: Q, _ publisher3: R
    ) -> Publishers.CombineLatest4<Self, P, Q, R>
    where Failure == P.Failure, Failure == Q.Failure, Failure == R.Failure {
        Publishers.CombineLatest4(self, publisher1, publisher2, publisher3)
    }
}

extension Publishers {
    /// The publisher returned by `combineLatest` of four publishers.
    @frozen
    public struct CombineLatest4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
    where A.Failure == B.Failure, A.Failure == C.Failure, A.Failure == D.Failure {
        /// The latest value of each.
        public typealias Output = (A.Output, B.Output, C.Output, D.Output)

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

        /// A publisher of the latest value of each.
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
            let junction = Junction("CombineLatest", Rule.self, to: subscriber, count: 4, values: (nil, nil, nil, nil))
            a.subscribe(junction.side(0) { $0.0.replace(with: $1) })
            b.subscribe(junction.side(1) { $0.1.replace(with: $1) })
            c.subscribe(junction.side(2) { $0.2.replace(with: $1) })
            d.subscribe(junction.side(3) { $0.3.replace(with: $1) })
            junction.start()
        }

        /// The rule that takes the latest value of each, and is over when all have finished.
        @usableFromInline
        enum Rule: JunctionRule {
            @usableFromInline typealias Values = (A.Output?, B.Output?, C.Output?, D.Output?)
            @usableFromInline typealias Output = (A.Output, B.Output, C.Output, D.Output)

            @inlinable static var surplus: Surplus { .isReplaced }

            @inlinable
            static func next(_ values: inout Values) -> Output? {
                guard let a = values.0, let b = values.1, let c = values.2, let d = values.3 else { return nil }
                return (a, b, c, d)
            }

            @inlinable
            static func isOver(_ values: Values, _ finished: JunctionSides) -> Bool {
                finished.count == 4
            }
        }
    }
}

extension Publishers.CombineLatest4: Equatable
where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}
