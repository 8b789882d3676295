import SignalsCore

extension Collection where Element: Publisher {
    /// Delivers the first values of all these publishers together, then the second ones, and so on.
    ///
    /// ```swift
    /// rooms.map { temperature(in: $0) }.zip().sink { print("warmest:", $0.max() ?? 0) }
    /// ```
    ///
    /// **Demand** goes to each publisher; values wait for their counterparts. **Completion**: finishes when one of them
    /// has finished and all its values are used, and cancels the others; a failure of one ends all. An empty collection
    /// finishes at once, without a value. **Threads**: delivers on the threads of the publishers, one value at a time.
    ///
    /// - Returns: a publisher of arrays with one value of each, in the order of the collection.
    public func zip() -> Publishers.ZipMany<Element> {
        Publishers.ZipMany(self)
    }
}

extension Publishers {
    /// The publisher returned by ``Swift/Collection/zip()``.
    public struct ZipMany<Upstream: Publisher>: Publisher {
        /// One value of each.
        public typealias Output = [Upstream.Output]

        /// The failure of each.
        public typealias Failure = Upstream.Failure

        /// The publishers.
        public let publishers: [Upstream]

        /// A publisher of one value of each of others.
        ///
        /// - Parameter upstream: the publishers.
        public init<S: Swift.Sequence>(_ upstream: S) where S.Element == Upstream {
            publishers = Array(upstream)
        }

        /// Attaches the subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            if publishers.isEmpty { return Empty().receive(subscriber: subscriber) }
            let junction = Junction(
                "Zip", Rule.self, to: subscriber, count: publishers.count, values: Columns(count: publishers.count))
            for (index, publisher) in publishers.enumerated() {
                publisher.receive(
                    subscriber: junction.side(index) { (columns: inout Columns, value: Upstream.Output) in
                        columns.append(value, to: index)
                        return nil
                    })
            }
            junction.start()
        }
    }
}

extension Publishers.ZipMany {
    /// The rule that takes one value of each, and is over when a finished one has no value left.
    private enum Rule: JunctionRule {
        static var surplus: Surplus { .waits }

        static func next(_ values: inout Columns) -> [Upstream.Output]? {
            values.popRow()
        }

        static func isOver(_ values: Columns, _ finished: JunctionSides) -> Bool {
            finished.contains { values.queues[$0].isEmpty }
        }
    }

    /// The values of each publisher that wait for those of the others.
    private struct Columns: Sendable {
        var queues: [Queue<Upstream.Output>]

        /// The number of publishers without a value, kept so that a value costs no look at all of them.
        var emptyCount: Int

        init(count: Int) {
            queues = Array(repeating: Queue(), count: count)
            emptyCount = count
        }

        mutating func append(_ value: Upstream.Output, to index: Int) {
            if queues[index].isEmpty { emptyCount -= 1 }
            queues[index].append(value)
        }

        mutating func popRow() -> [Upstream.Output]? {
            guard emptyCount == 0 else { return nil }
            let row = queues.indices.compactMap { queues[$0].popFirst() }
            emptyCount = queues.count { $0.isEmpty }
            return row
        }
    }
}

extension Publishers.ZipMany: Equatable where Upstream: Equatable {}
