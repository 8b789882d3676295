extension Publisher {
    /// Delivers the latest values of this publisher and another, together, whenever one of them changes.
    ///
    /// ```swift
    /// query.combineLatest(tasks).sink { query, tasks in show(tasks.filter { $0.name.contains(query) }) }
    /// ```
    ///
    /// **Demand** goes to each of the publishers. Of what nobody asked for the latest combination waits, without those
    /// before it. **Completion**: finishes when all have finished; a failure of one ends all. Nothing is delivered before
    /// each has delivered a value. **Threads**: delivers on the threads of the publishers, one value at a time.
    ///
    /// - Parameter other: the other publisher.
    /// - Returns: a publisher of tuples.
    @inlinable
    public func combineLatest<P: Publisher>(_ other: P) -> Publishers.CombineLatest<Self, P>
    where Failure == P.Failure {
        Publishers.CombineLatest(self, other)
    }
}

extension Publishers {
    /// The publisher returned by `combineLatest` of two publishers.
    @frozen
    public struct CombineLatest<A: Publisher, B: Publisher>: Publisher
    where A.Failure == B.Failure {
        /// The latest value of each.
        public typealias Output = (A.Output, B.Output)

        /// The failure of each.
        public typealias Failure = A.Failure

        /// The first publisher.
        public let a: A

        /// The second publisher.
        public let b: B

        /// A publisher of the latest value of each.
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
            let junction = Junction("CombineLatest", Rule.self, to: subscriber, count: 2, values: (nil, nil))
            a.subscribe(junction.side(0) { $0.0.replace(with: $1) })
            b.subscribe(junction.side(1) { $0.1.replace(with: $1) })
            junction.start()
        }

        /// The rule that takes the latest value of each, and is over when all have finished.
        @usableFromInline
        enum Rule: JunctionRule {
            @usableFromInline typealias Values = (A.Output?, B.Output?)
            @usableFromInline typealias Output = (A.Output, B.Output)

            @inlinable static var surplus: Surplus { .isReplaced }

            @inlinable
            static func next(_ values: inout Values) -> Output? {
                guard let a = values.0, let b = values.1 else { return nil }
                return (a, b)
            }

            @inlinable
            static func isOver(_ values: Values, _ finished: JunctionSides) -> Bool {
                finished.count == 2
            }
        }
    }
}

extension Publishers.CombineLatest: Equatable
where A: Equatable, B: Equatable {}
