extension Publisher {
    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public func compactMap<T: Sendable>(_ transform: @escaping (Output) -> T?) -> Publishers.CompactMap<Self, T> {
        compactMap({ [transform = SwiftFiveClosure(transform)] in transform.function($0) })
    }

    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public func map<T: Sendable>(_ transform: @escaping (Output) -> T) -> Publishers.Map<Self, T> {
        map({ [transform = SwiftFiveClosure(transform)] in transform.function($0) })
    }

    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public func scan<T: Sendable>(_ initialResult: T, _ nextPartialResult: @escaping (T, Output) -> T)
        -> Publishers.Scan<Self, T>
    {
        scan(
            initialResult,
            { [nextPartialResult = SwiftFiveClosure(nextPartialResult)] in nextPartialResult.function($0, $1) })
    }

    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public func tryCompactMap<T: Sendable>(_ transform: @escaping (Output) throws -> T?)
        -> Publishers.TryCompactMap<Self, T>
    {
        tryCompactMap({ [transform = SwiftFiveClosure(transform)] in try transform.function($0) })
    }

    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public func tryMap<T: Sendable>(_ transform: @escaping (Output) throws -> T) -> Publishers.TryMap<Self, T> {
        tryMap({ [transform = SwiftFiveClosure(transform)] in try transform.function($0) })
    }

    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public func tryScan<T: Sendable>(_ initialResult: T, _ nextPartialResult: @escaping (T, Output) throws -> T)
        -> Publishers.TryScan<Self, T>
    {
        tryScan(
            initialResult,
            { [nextPartialResult = SwiftFiveClosure(nextPartialResult)] in try nextPartialResult.function($0, $1) })
    }
}

extension Publishers.CompactMap {
    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public init(upstream: Upstream, transform: @escaping (Upstream.Output) -> Output?) {
        self.init(
            upstream: upstream, transform: { [transform = SwiftFiveClosure(transform)] in transform.function($0) })
    }

    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public func compactMap<T: Sendable>(_ transform: @escaping (Output) -> T?) -> Publishers.CompactMap<Upstream, T> {
        compactMap({ [transform = SwiftFiveClosure(transform)] in transform.function($0) })
    }

    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public func map<T: Sendable>(_ transform: @escaping (Output) -> T) -> Publishers.CompactMap<Upstream, T> {
        map({ [transform = SwiftFiveClosure(transform)] in transform.function($0) })
    }
}

extension Publishers.Map {
    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public init(upstream: Upstream, transform: @escaping (Upstream.Output) -> Output) {
        self.init(
            upstream: upstream, transform: { [transform = SwiftFiveClosure(transform)] in transform.function($0) })
    }

    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public func map<T: Sendable>(_ transform: @escaping (Output) -> T) -> Publishers.Map<Upstream, T> {
        map({ [transform = SwiftFiveClosure(transform)] in transform.function($0) })
    }

    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public func tryMap<T: Sendable>(_ transform: @escaping (Output) throws -> T) -> Publishers.TryMap<Upstream, T> {
        tryMap({ [transform = SwiftFiveClosure(transform)] in try transform.function($0) })
    }
}

extension Publishers.Scan {
    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public init(
        upstream: Upstream, initialResult: Output, nextPartialResult: @escaping (Output, Upstream.Output) -> Output
    ) {
        self.init(
            upstream: upstream, initialResult: initialResult,
            nextPartialResult: { [nextPartialResult = SwiftFiveClosure(nextPartialResult)] in
                nextPartialResult.function($0, $1)
            })
    }
}

extension Publishers.TryCompactMap {
    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public init(upstream: Upstream, transform: @escaping (Upstream.Output) throws -> Output?) {
        self.init(
            upstream: upstream, transform: { [transform = SwiftFiveClosure(transform)] in try transform.function($0) })
    }

    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public func compactMap<T: Sendable>(_ transform: @escaping (Output) throws -> T?)
        -> Publishers.TryCompactMap<Upstream, T>
    {
        compactMap({ [transform = SwiftFiveClosure(transform)] in try transform.function($0) })
    }
}

extension Publishers.TryMap {
    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public init(upstream: Upstream, transform: @escaping (Upstream.Output) throws -> Output) {
        self.init(
            upstream: upstream, transform: { [transform = SwiftFiveClosure(transform)] in try transform.function($0) })
    }

    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public func map<T: Sendable>(_ transform: @escaping (Output) -> T) -> Publishers.TryMap<Upstream, T> {
        map({ [transform = SwiftFiveClosure(transform)] in transform.function($0) })
    }

    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public func tryMap<T: Sendable>(_ transform: @escaping (Output) throws -> T) -> Publishers.TryMap<Upstream, T> {
        tryMap({ [transform = SwiftFiveClosure(transform)] in try transform.function($0) })
    }
}

extension Publishers.TryScan {
    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public init(
        upstream: Upstream, initialResult: Output,
        nextPartialResult: @escaping (Output, Upstream.Output) throws -> Output
    ) {
        self.init(
            upstream: upstream, initialResult: initialResult,
            nextPartialResult: { [nextPartialResult = SwiftFiveClosure(nextPartialResult)] in
                try nextPartialResult.function($0, $1)
            })
    }
}
