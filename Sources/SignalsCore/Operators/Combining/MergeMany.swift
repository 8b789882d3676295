extension Publisher {
    /// Delivers the values of this publisher and of another of the same type as they come.
    ///
    /// ```swift
    /// first.merge(with: second).merge(with: third).sink { handle($0) }  // one MergeMany of three
    /// ```
    ///
    /// Demand, completion and threads are those of ``Publishers/MergeMany``.
    ///
    /// - Parameter other: the other publisher.
    /// - Returns: a publisher of the values of both.
    @inlinable
    public func merge(with other: Self) -> Publishers.MergeMany<Self> {
        Publishers.MergeMany(self, other)
    }
}

extension Publishers {
    /// A publisher of the values of any number of publishers, as they come. Combine's `Publishers.MergeMany`.
    ///
    /// ```swift
    /// Publishers.MergeMany(names.map { storage.addTask(name: $0) }).collect()
    /// ```
    ///
    /// **Demand**: while downstream wants all, so does it of each publisher; otherwise each is asked for one value at a
    /// time, which waits until it is wanted. **Completion**: finishes when all have finished; a failure of one ends all.
    /// **Threads**: delivers on the threads of the publishers, one value at a time.
    @frozen
    public struct MergeMany<Upstream: Publisher>: Publisher {
        /// The values of each.
        public typealias Output = Upstream.Output

        /// The failure of each.
        public typealias Failure = Upstream.Failure

        /// The publishers.
        public let publishers: [Upstream]

        /// A publisher of the values of others.
        ///
        /// - Parameter upstream: the publishers.
        @inlinable
        public init(_ upstream: Upstream...) {
            publishers = upstream
        }

        /// A publisher of the values of others.
        ///
        /// - Parameter upstream: the publishers.
        @inlinable
        public init<S: Swift.Sequence>(_ upstream: S) where S.Element == Upstream {
            publishers = Array(upstream)
        }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let confluence = Confluence("Merge", to: subscriber)
            confluence.outflow.start()
            for publisher in publishers { confluence.add(publisher) }
            confluence.close()
        }

        /// Adds a publisher.
        ///
        /// - Parameter other: the publisher to add.
        /// - Returns: a publisher of the values of all.
        @inlinable
        public func merge(with other: Upstream) -> Publishers.MergeMany<Upstream> {
            MergeMany(publishers + [other])
        }
    }
}

extension Publishers.MergeMany: Equatable where Upstream: Equatable {}
