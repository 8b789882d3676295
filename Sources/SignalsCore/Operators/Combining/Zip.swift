extension Publisher {
    /// Pairs the values of this publisher with those of another, first with first, second with second.
    ///
    /// ```swift
    /// names.zip(dates).sink { name, date in print(name, "is due", date) }
    /// ```
    ///
    /// **Demand** goes to each of the publishers; values wait for their counterparts. **Completion**: finishes when one
    /// of them has finished and all its values are used, and cancels the other; a failure of one ends all.
    /// **Threads**: delivers on the threads of the publishers, one value at a time.
    ///
    /// - Parameter other: the other publisher.
    /// - Returns: a publisher of tuples.
    @inlinable
    public func zip<P: Publisher>(_ other: P) -> Publishers.Zip<Self, P>
    where Failure == P.Failure {
        Publishers.Zip(self, other)
    }
}

extension Publishers {
    /// The publisher returned by `zip` of two publishers.
    @frozen
    public struct Zip<A: Publisher, B: Publisher>: Publisher
    where A.Failure == B.Failure {
        /// One value of each.
        public typealias Output = (A.Output, B.Output)

        /// The failure of each.
        public typealias Failure = A.Failure

        /// The first publisher.
        public let a: A

        /// The second publisher.
        public let b: B

        /// A publisher of one value of each.
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
            let junction = Junction("Zip", Rule.self, to: subscriber, count: 2, values: (Queue(), Queue()))
            a.subscribe(junction.side(0) { $0.0.put($1) })
            b.subscribe(junction.side(1) { $0.1.put($1) })
            junction.start()
        }

        /// The rule that takes one value of each, and is over when a finished one has no value left.
        @usableFromInline
        enum Rule: JunctionRule {
            @usableFromInline typealias Values = (Queue<A.Output>, Queue<B.Output>)
            @usableFromInline typealias Output = (A.Output, B.Output)

            @inlinable static var surplus: Surplus { .waits }

            @inlinable
            static func next(_ values: inout Values) -> Output? {
                if values.0.isEmpty || values.1.isEmpty { return nil }
                guard let a = values.0.popFirst(), let b = values.1.popFirst()
                else { return nil }
                return (a, b)
            }

            @inlinable
            static func isOver(_ values: Values, _ finished: JunctionSides) -> Bool {
                finished.contains(0) && values.0.isEmpty || finished.contains(1) && values.1.isEmpty
            }
        }
    }
}

extension Publishers.Zip: Equatable
where A: Equatable, B: Equatable {}
