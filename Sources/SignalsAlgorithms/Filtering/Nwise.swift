import SignalsCore

extension Publisher {
    /// Delivers each value together with those right before it, as arrays of one length.
    ///
    /// ```swift
    /// [1, 2, 3, 4].publisher.nwise(3).sink { print($0) }  // prints [1, 2, 3], [2, 3, 4]
    /// ```
    ///
    /// **Demand** passes unchanged; for each of the first values, with which no array is complete, one more is asked
    /// for. **Completion** passes unchanged; fewer values than `size` make no array. **Threads**: those of upstream.
    ///
    /// - Parameter size: the number of values of an array, at least 1. The program stops if it is less.
    /// - Returns: a publisher of arrays, each of which begins one value later than the one before.
    public func nwise(_ size: Int) -> Publishers.Nwise<Self> {
        Publishers.Nwise(upstream: self, size: size)
    }
}

extension Publishers {
    /// The publisher returned by ``Signals/Publisher/nwise(_:)``.
    public struct Nwise<Upstream: Publisher>: Publisher {
        /// As many values as the size says, in order.
        public typealias Output = [Upstream.Output]

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The publisher that delivers the values.
        public let upstream: Upstream

        /// The number of values in an array.
        public let size: Int

        /// A publisher of another's values, each with those right before it.
        ///
        /// - Parameters:
        ///   - upstream: the publisher that delivers the values.
        ///   - size: the number of values of an array, at least 1. The program stops if it is less.
        public init(upstream: Upstream, size: Int) {
            if size < 1 { fatalError("nwise(_:) needs a size of at least 1, but was given \(size).") }
            self.upstream = upstream
            self.size = size
        }

        /// Attaches the subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let window = Locked<Output>([])
            let windows = Publishers.CompactMap<Upstream, Output>(upstream) { [size] value in
                let (left, complete) = window.withLock { window -> (Upstream.Output?, Output?) in
                    let left = window.count == size ? window.removeFirst() : nil
                    window.append(value)
                    return (left, window.count == size ? window : nil)
                }
                withExtendedLifetime(left) {}
                return complete
            }
            windows.receive(subscriber: subscriber)
        }
    }
}

extension Publishers.Nwise: Equatable where Upstream: Equatable {}
