import SignalsCore

extension Publisher where Output: Hashable {
    /// Leaves out each value that was delivered before, however long ago.
    ///
    /// ```swift
    /// [1, 2, 1, 3, 2].publisher.removeAllDuplicates().sink { print($0) }  // prints 1, 2, 3
    /// ```
    ///
    /// **Demand** passes unchanged; for each value left out one more is asked for. **Completion** passes unchanged.
    /// **Threads**: those of upstream. Each subscription remembers every different value as long as it lasts.
    ///
    /// - Returns: a publisher of the values that come for the first time.
    public func removeAllDuplicates() -> Publishers.RemoveAllDuplicates<Self> {
        Publishers.RemoveAllDuplicates(upstream: self) {
            let seen = Locked(Set<Output>())
            return { value in
                // Taken out of the lock, since hashing is the value's own code.
                var values = seen.withLock { seen in
                    defer { seen = [] }
                    return seen
                }
                let isNew = values.insert(value).inserted
                seen.withLock { $0 = values }
                return isNew
            }
        }
    }
}

extension Publisher {
    /// Leaves out each value that is a duplicate of one that was delivered before, however long ago.
    ///
    /// ```swift
    /// tasks.removeAllDuplicates { $0.name == $1.name }
    /// ```
    ///
    /// **Demand** passes unchanged; for each value left out one more is asked for. **Completion** passes unchanged.
    /// **Threads**: the closure is called on those that deliver, for a value at most once with each that has passed.
    ///
    /// - Parameter predicate: returns true if the second value is a duplicate of the first.
    /// - Returns: a publisher of the values that are not duplicates.
    public func removeAllDuplicates(
        by predicate: @escaping @Sendable (Output, Output) -> Bool
    ) -> Publishers.RemoveAllDuplicates<Self> {
        Publishers.RemoveAllDuplicates(upstream: self) {
            let seen = Locked<[Output]>([])
            return { value in
                if seen.withLock({ $0 }).contains(where: { predicate($0, value) }) { return false }
                seen.withLock { $0.append(value) }
                return true
            }
        }
    }
}

extension Publishers {
    /// The publisher returned by `removeAllDuplicates`: a `filter` that each subscription begins again.
    public struct RemoveAllDuplicates<Upstream: Publisher>: Publisher {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The publisher that delivers the values.
        public let upstream: Upstream
        private let makeFilter: @Sendable () -> @Sendable (Output) -> Bool

        init(upstream: Upstream, makeFilter: @escaping @Sendable () -> @Sendable (Output) -> Bool) {
            self.upstream = upstream
            self.makeFilter = makeFilter
        }

        /// Attaches the subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            Publishers.Filter(upstream, isIncluded: makeFilter()).receive(subscriber: subscriber)
        }
    }
}
