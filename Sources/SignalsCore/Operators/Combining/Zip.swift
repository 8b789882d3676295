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
    /// What `zip` of two publishers returns.
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
            let junction = Junction<Values, S>(
                "Zip", to: subscriber, count: 2, surplus: .waits, empty: (Queue(), Queue()),
                next: {
                    if $0.0.isEmpty || $0.1.isEmpty { return nil }
                    guard let a = $0.0.popFirst(), let b = $0.1.popFirst() else {
                        return nil
                    }
                    return (a, b)
                },
                isOver: { ($1.contains(0) && $0.0.isEmpty) || ($1.contains(1) && $0.1.isEmpty) })
            a.subscribe(junction.side(0) { $0.0.put($1) })
            b.subscribe(junction.side(1) { $0.1.put($1) })
            junction.start()
        }

        @usableFromInline typealias Values = (Queue<A.Output>, Queue<B.Output>)
    }
}

extension Publishers.Zip: Equatable
where A: Equatable, B: Equatable {}
