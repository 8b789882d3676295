extension Publisher {
    /// Puts together the values of this publisher and of two others, first with first, second with second.
    ///
    /// ```swift
    /// names.zip(dates, people).sink { name, date, person in print(person, "does", name, date) }
    /// ```
    ///
    /// **Demand** goes to each of the publishers; values wait for their counterparts. **Completion**: finishes when one
    /// of them has finished and all its values are used, and cancels the others; a failure of one ends all.
    /// **Threads**: delivers on the threads of the publishers, one value at a time.
    ///
    /// - Parameters:
    ///   - publisher1: a second publisher.
    ///   - publisher2: a third publisher.
    /// - Returns: a publisher of tuples.
    @inlinable
    public func zip<P: Publisher, Q: Publisher>(_ publisher1: P, _ publisher2: Q) -> Publishers.Zip3<Self, P, Q>
    where Failure == P.Failure, Failure == Q.Failure {
        Publishers.Zip3(self, publisher1, publisher2)
    }
}

extension Publishers {
    /// The publisher returned by `zip` of three publishers.
    @frozen
    public struct Zip3<A: Publisher, B: Publisher, C: Publisher>: Publisher
    where A.Failure == B.Failure, A.Failure == C.Failure {
        /// One value of each.
        public typealias Output = (A.Output, B.Output, C.Output)

        /// The failure of each.
        public typealias Failure = A.Failure

        /// The first publisher.
        public let a: A

        /// The second publisher.
        public let b: B

        /// The third publisher.
        public let c: C

        /// A publisher of one value of each.
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
            let junction = Junction("Zip", Rule.self, to: subscriber, count: 3, values: (Queue(), Queue(), Queue()))
            a.subscribe(junction.side(0) { $0.0.put($1) })
            b.subscribe(junction.side(1) { $0.1.put($1) })
            c.subscribe(junction.side(2) { $0.2.put($1) })
            junction.start()
        }

        /// The rule that takes one value of each, and is over when a finished one has no value left.
        @usableFromInline
        enum Rule: JunctionRule {
            @usableFromInline typealias Values = (Queue<A.Output>, Queue<B.Output>, Queue<C.Output>)
            @usableFromInline typealias Output = (A.Output, B.Output, C.Output)

            @inlinable static var surplus: Surplus { .waits }

            @inlinable
            static func next(_ values: inout Values) -> Output? {
                if values.0.isEmpty || values.1.isEmpty || values.2.isEmpty { return nil }
                guard let a = values.0.popFirst(), let b = values.1.popFirst(), let c = values.2.popFirst()
                else { return nil }
                return (a, b, c)
            }

            @inlinable
            static func isOver(_ values: Values, _ finished: JunctionSides) -> Bool {
                finished.contains(0) && values.0.isEmpty || finished.contains(1) && values.1.isEmpty
                    || finished.contains(2) && values.2.isEmpty
            }
        }
    }
}

extension Publishers.Zip3: Equatable
where A: Equatable, B: Equatable, C: Equatable {}
