import SignalsCore

extension Collection where Element: Publisher {
    /// Delivers what the first of these publishers to send anything delivers.
    ///
    /// ```swift
    /// mirrors.map { answer(from: $0) }.amb().sink { use($0) }
    /// ```
    ///
    /// The first event decides, a value or the end; the other publishers are cancelled then. **Demand** goes to all
    /// until that is decided, then to the one that was fastest. **Completion** and **threads** are those of that one; an
    /// empty collection finishes at once.
    ///
    /// - Returns: a publisher of the fastest one's values.
    public func amb() -> Publishers.AmbMany<Element> {
        Publishers.AmbMany(self)
    }
}

extension Publishers {
    /// The publisher returned by ``Swift/Collection/amb()``.
    public struct AmbMany<Upstream: Publisher>: Publisher {
        /// The values of each.
        public typealias Output = Upstream.Output

        /// The failure of each.
        public typealias Failure = Upstream.Failure

        /// The publishers.
        public let publishers: [Upstream]

        /// A publisher of what the first of others to send anything delivers.
        ///
        /// - Parameter upstream: the publishers.
        public init<S: Swift.Sequence>(_ upstream: S) where S.Element == Upstream {
            publishers = Array(upstream)
        }

        /// Attaches the subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let race = Race(to: AnySubscriber(subscriber), count: publishers.count)
            for (index, publisher) in publishers.enumerated() { race.enter(publisher, as: index) }
            race.start()
        }
    }
}

extension Publishers.AmbMany: Equatable where Upstream: Equatable {}
