import SignalsCore

extension Publisher {
    /// Delivers what the first of two publishers to send anything delivers. Reactive Extensions' `amb`.
    ///
    /// ```swift
    /// answer(from: nearMirror).amb(with: answer(from: farMirror)).sink { use($0) }
    /// ```
    ///
    /// The first event decides, a value or the end; the other publisher is cancelled then. **Demand** goes to both
    /// until that is decided, then to the one that was faster. **Completion** and **threads** are those of that one.
    ///
    /// - Parameter other: the other publisher.
    /// - Returns: a publisher of the faster one's values.
    public func amb<Other: Publisher>(with other: Other) -> Publishers.Amb<Self, Other>
    where Other.Output == Output, Other.Failure == Failure {
        Publishers.Amb(self, other)
    }

    /// Delivers what the first of several publishers to send anything delivers.
    ///
    /// - Parameter others: the other publishers.
    /// - Returns: a publisher of the fastest one's values.
    public func amb<Other: Publisher>(with others: Other...) -> Publishers.Amb<Self, Publishers.AmbMany<Other>>
    where Other.Output == Output, Other.Failure == Failure {
        amb(with: others)
    }

    /// Delivers what the first of several publishers to send anything delivers.
    ///
    /// - Parameter others: the other publishers. If there are none, what is returned finishes at once, as
    ///   ``Swift/Collection/amb()`` does.
    /// - Returns: a publisher of the fastest one's values.
    public func amb<Others: Collection>(with others: Others) -> Publishers.Amb<Self, Publishers.AmbMany<Others.Element>>
    where Others.Element: Publisher, Others.Element.Output == Output, Others.Element.Failure == Failure {
        Publishers.Amb(self, others.amb())
    }
}

extension Publishers {
    /// The publisher returned by ``Signals/Publisher/amb(with:)``.
    public struct Amb<A: Publisher, B: Publisher>: Publisher where A.Output == B.Output, A.Failure == B.Failure {
        /// The values of each.
        public typealias Output = A.Output

        /// The failure of each.
        public typealias Failure = A.Failure

        /// The first publisher.
        public let a: A

        /// The second publisher.
        public let b: B

        /// A publisher of what the first of two to send anything delivers.
        ///
        /// - Parameters:
        ///   - a: the first publisher.
        ///   - b: the second publisher.
        public init(_ a: A, _ b: B) {
            self.a = a
            self.b = b
        }

        /// Attaches the subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let race = Race(to: AnySubscriber(subscriber), count: 2)
            race.enter(a, as: 0)
            race.enter(b, as: 1)
            race.start()
        }
    }
}

extension Publishers.Amb: Equatable where A: Equatable, B: Equatable {}
