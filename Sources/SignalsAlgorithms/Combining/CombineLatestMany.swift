import SignalsCore

extension Collection where Element: Publisher {
    /// Delivers the latest values of all these publishers, together, whenever one of them changes.
    ///
    /// ```swift
    /// fields.map(\.isValid).combineLatest().map { $0.allSatisfy { $0 } }
    /// ```
    ///
    /// **Demand** goes to each publisher. Of what nobody asked for the latest combination waits, without those before
    /// it. **Completion**: finishes when all have finished, for an empty collection at once and without a value; a
    /// failure of one ends all. **Threads**: delivers on the threads of the publishers, one value at a time.
    ///
    /// - Returns: a publisher of arrays with the latest value of each, in the order of the collection.
    public func combineLatest() -> Publishers.CombineLatestMany<Element> {
        Publishers.CombineLatestMany(self)
    }
}

extension Publishers {
    /// The publisher returned by ``Swift/Collection/combineLatest()``.
    public struct CombineLatestMany<Upstream: Publisher>: Publisher {
        /// The latest value of each.
        public typealias Output = [Upstream.Output]

        /// The failure of each.
        public typealias Failure = Upstream.Failure

        /// The publishers.
        public let publishers: [Upstream]

        /// A publisher of the latest value of each of others.
        ///
        /// - Parameter upstream: the publishers.
        public init<S: Swift.Sequence>(_ upstream: S) where S.Element == Upstream {
            publishers = Array(upstream)
        }

        /// Attaches the subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            if publishers.isEmpty { return Empty().receive(subscriber: subscriber) }
            let junction = Junction(
                "CombineLatest", Rule.self, to: subscriber, count: publishers.count,
                values: Row(count: publishers.count))
            for (index, publisher) in publishers.enumerated() {
                publisher.receive(
                    subscriber: junction.side(index) { (row: inout Row, value: Upstream.Output) in
                        row.replace(index, with: value)
                    })
            }
            junction.start()
        }
    }
}

extension Publishers.CombineLatestMany {
    /// The rule that takes the latest value of each, and is over when all have finished.
    private enum Rule: JunctionRule {
        static var surplus: Surplus { .isReplaced }

        static func next(_ values: inout Row) -> [Upstream.Output]? {
            values.complete
        }

        static func isOver(_ values: Row, _ finished: JunctionSides) -> Bool {
            finished.count == values.count
        }
    }

    /// The latest value of each publisher.
    private struct Row: Sendable {
        /// The values until each publisher has delivered one.
        private var early: [Upstream.Output?]
        private var missingCount: Int

        /// The values from then on. They are handed out as they are: a copy is made only while somebody keeps the last one.
        private var values: [Upstream.Output] = []

        let count: Int

        init(count: Int) {
            early = Array(repeating: nil, count: count)
            missingCount = count
            self.count = count
        }

        /// The values, if each publisher has delivered one.
        var complete: [Upstream.Output]? {
            missingCount == 0 ? values : nil
        }

        /// Sets a value, and returns the one before.
        mutating func replace(_ index: Int, with value: Upstream.Output) -> Upstream.Output? {
            var value = value
            if missingCount == 0 {
                swap(&values[index], &value)
                return value
            }
            var before: Upstream.Output? = value
            swap(&early[index], &before)
            if before == nil { missingCount -= 1 }
            if missingCount == 0 {
                values = early.compactMap(\.self)
                early = []
            }
            return before
        }
    }
}

extension Publishers.CombineLatestMany: Equatable where Upstream: Equatable {}
