extension Publisher {
    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public func allSatisfy(_ predicate: @escaping (Output) -> Bool) -> Publishers.AllSatisfy<Self> {
        allSatisfy({ [predicate = SwiftFiveClosure(predicate)] in predicate.function($0) })
    }

    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public func min(by areInIncreasingOrder: @escaping (Output, Output) -> Bool) -> Publishers.Comparison<Self> {
        min(by: { [areInIncreasingOrder = SwiftFiveClosure(areInIncreasingOrder)] in
            areInIncreasingOrder.function($0, $1)
        })
    }

    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public func max(by areInIncreasingOrder: @escaping (Output, Output) -> Bool) -> Publishers.Comparison<Self> {
        max(by: { [areInIncreasingOrder = SwiftFiveClosure(areInIncreasingOrder)] in
            areInIncreasingOrder.function($0, $1)
        })
    }

    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public func contains(where predicate: @escaping (Output) -> Bool) -> Publishers.ContainsWhere<Self> {
        contains(where: { [predicate = SwiftFiveClosure(predicate)] in predicate.function($0) })
    }

    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public func reduce<T: Sendable>(_ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T)
        -> Publishers.Reduce<Self, T>
    {
        reduce(
            initialResult,
            { [nextPartialResult = SwiftFiveClosure(nextPartialResult)] in nextPartialResult.function($0, $1) })
    }

    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public func tryAllSatisfy(_ predicate: @escaping (Output) throws -> Bool) -> Publishers.TryAllSatisfy<Self> {
        tryAllSatisfy({ [predicate = SwiftFiveClosure(predicate)] in try predicate.function($0) })
    }

    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public func tryMin(by areInIncreasingOrder: @escaping (Output, Output) throws -> Bool)
        -> Publishers.TryComparison<Self>
    {
        tryMin(by: { [areInIncreasingOrder = SwiftFiveClosure(areInIncreasingOrder)] in
            try areInIncreasingOrder.function($0, $1)
        })
    }

    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public func tryMax(by areInIncreasingOrder: @escaping (Output, Output) throws -> Bool)
        -> Publishers.TryComparison<Self>
    {
        tryMax(by: { [areInIncreasingOrder = SwiftFiveClosure(areInIncreasingOrder)] in
            try areInIncreasingOrder.function($0, $1)
        })
    }

    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public func tryContains(where predicate: @escaping (Output) throws -> Bool) -> Publishers.TryContainsWhere<Self> {
        tryContains(where: { [predicate = SwiftFiveClosure(predicate)] in try predicate.function($0) })
    }

    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public func tryReduce<T: Sendable>(_ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T)
        -> Publishers.TryReduce<Self, T>
    {
        tryReduce(
            initialResult,
            { [nextPartialResult = SwiftFiveClosure(nextPartialResult)] in try nextPartialResult.function($0, $1) })
    }
}

extension Publishers.AllSatisfy {
    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
        self.init(
            upstream: upstream, predicate: { [predicate = SwiftFiveClosure(predicate)] in predicate.function($0) })
    }
}

extension Publishers.Comparison {
    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public init(upstream: Upstream, areInIncreasingOrder: @escaping (Upstream.Output, Upstream.Output) -> Bool) {
        self.init(
            upstream: upstream,
            areInIncreasingOrder: { [areInIncreasingOrder = SwiftFiveClosure(areInIncreasingOrder)] in
                areInIncreasingOrder.function($0, $1)
            })
    }
}

extension Publishers.ContainsWhere {
    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
        self.init(
            upstream: upstream, predicate: { [predicate = SwiftFiveClosure(predicate)] in predicate.function($0) })
    }
}

extension Publishers.Reduce {
    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public init(upstream: Upstream, initial: Output, nextPartialResult: @escaping (Output, Upstream.Output) -> Output) {
        self.init(
            upstream: upstream, initial: initial,
            nextPartialResult: { [nextPartialResult = SwiftFiveClosure(nextPartialResult)] in
                nextPartialResult.function($0, $1)
            })
    }
}

extension Publishers.TryAllSatisfy {
    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
        self.init(
            upstream: upstream, predicate: { [predicate = SwiftFiveClosure(predicate)] in try predicate.function($0) })
    }
}

extension Publishers.TryComparison {
    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public init(upstream: Upstream, areInIncreasingOrder: @escaping (Upstream.Output, Upstream.Output) throws -> Bool) {
        self.init(
            upstream: upstream,
            areInIncreasingOrder: { [areInIncreasingOrder = SwiftFiveClosure(areInIncreasingOrder)] in
                try areInIncreasingOrder.function($0, $1)
            })
    }
}

extension Publishers.TryContainsWhere {
    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
        self.init(
            upstream: upstream, predicate: { [predicate = SwiftFiveClosure(predicate)] in try predicate.function($0) })
    }
}

extension Publishers.TryReduce {
    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public init(
        upstream: Upstream, initial: Output, nextPartialResult: @escaping (Output, Upstream.Output) throws -> Output
    ) {
        self.init(
            upstream: upstream, initial: initial,
            nextPartialResult: { [nextPartialResult = SwiftFiveClosure(nextPartialResult)] in
                try nextPartialResult.function($0, $1)
            })
    }
}
