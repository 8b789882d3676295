extension Publisher {
    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public func drop(while predicate: @escaping (Output) -> Bool) -> Publishers.DropWhile<Self> {
        drop(while: { [predicate = SwiftFiveClosure(predicate)] in predicate.function($0) })
    }

    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.Filter<Self> {
        filter({ [isIncluded = SwiftFiveClosure(isIncluded)] in isIncluded.function($0) })
    }

    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public func first(where predicate: @escaping (Output) -> Bool) -> Publishers.FirstWhere<Self> {
        first(where: { [predicate = SwiftFiveClosure(predicate)] in predicate.function($0) })
    }

    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public func last(where predicate: @escaping (Output) -> Bool) -> Publishers.LastWhere<Self> {
        last(where: { [predicate = SwiftFiveClosure(predicate)] in predicate.function($0) })
    }

    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public func prefix(while predicate: @escaping (Output) -> Bool) -> Publishers.PrefixWhile<Self> {
        prefix(while: { [predicate = SwiftFiveClosure(predicate)] in predicate.function($0) })
    }

    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public func removeDuplicates(by predicate: @escaping (Output, Output) -> Bool) -> Publishers.RemoveDuplicates<Self>
    {
        removeDuplicates(by: { [predicate = SwiftFiveClosure(predicate)] in predicate.function($0, $1) })
    }

    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public func tryDrop(while predicate: @escaping (Output) throws -> Bool) -> Publishers.TryDropWhile<Self> {
        tryDrop(while: { [predicate = SwiftFiveClosure(predicate)] in try predicate.function($0) })
    }

    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public func tryFilter(_ isIncluded: @escaping (Output) throws -> Bool) -> Publishers.TryFilter<Self> {
        tryFilter({ [isIncluded = SwiftFiveClosure(isIncluded)] in try isIncluded.function($0) })
    }

    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public func tryFirst(where predicate: @escaping (Output) throws -> Bool) -> Publishers.TryFirstWhere<Self> {
        tryFirst(where: { [predicate = SwiftFiveClosure(predicate)] in try predicate.function($0) })
    }

    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public func tryLast(where predicate: @escaping (Output) throws -> Bool) -> Publishers.TryLastWhere<Self> {
        tryLast(where: { [predicate = SwiftFiveClosure(predicate)] in try predicate.function($0) })
    }

    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public func tryPrefix(while predicate: @escaping (Output) throws -> Bool) -> Publishers.TryPrefixWhile<Self> {
        tryPrefix(while: { [predicate = SwiftFiveClosure(predicate)] in try predicate.function($0) })
    }

    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public func tryRemoveDuplicates(by predicate: @escaping (Output, Output) throws -> Bool)
        -> Publishers.TryRemoveDuplicates<Self>
    {
        tryRemoveDuplicates(by: { [predicate = SwiftFiveClosure(predicate)] in try predicate.function($0, $1) })
    }
}

extension Publishers.DropWhile {
    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
        self.init(
            upstream: upstream, predicate: { [predicate = SwiftFiveClosure(predicate)] in predicate.function($0) })
    }
}

extension Publishers.Filter {
    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public init(upstream: Upstream, isIncluded: @escaping (Upstream.Output) -> Bool) {
        self.init(
            upstream: upstream, isIncluded: { [isIncluded = SwiftFiveClosure(isIncluded)] in isIncluded.function($0) })
    }

    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.Filter<Upstream> {
        filter({ [isIncluded = SwiftFiveClosure(isIncluded)] in isIncluded.function($0) })
    }

    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public func tryFilter(_ isIncluded: @escaping (Output) throws -> Bool) -> Publishers.TryFilter<Upstream> {
        tryFilter({ [isIncluded = SwiftFiveClosure(isIncluded)] in try isIncluded.function($0) })
    }
}

extension Publishers.FirstWhere {
    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
        self.init(
            upstream: upstream, predicate: { [predicate = SwiftFiveClosure(predicate)] in predicate.function($0) })
    }
}

extension Publishers.LastWhere {
    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
        self.init(
            upstream: upstream, predicate: { [predicate = SwiftFiveClosure(predicate)] in predicate.function($0) })
    }
}

extension Publishers.PrefixWhile {
    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
        self.init(
            upstream: upstream, predicate: { [predicate = SwiftFiveClosure(predicate)] in predicate.function($0) })
    }
}

extension Publishers.RemoveDuplicates {
    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public init(upstream: Upstream, predicate: @escaping (Upstream.Output, Upstream.Output) -> Bool) {
        self.init(
            upstream: upstream, predicate: { [predicate = SwiftFiveClosure(predicate)] in predicate.function($0, $1) })
    }
}

extension Publishers.TryDropWhile {
    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
        self.init(
            upstream: upstream, predicate: { [predicate = SwiftFiveClosure(predicate)] in try predicate.function($0) })
    }
}

extension Publishers.TryFilter {
    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public init(upstream: Upstream, isIncluded: @escaping (Upstream.Output) throws -> Bool) {
        self.init(
            upstream: upstream,
            isIncluded: { [isIncluded = SwiftFiveClosure(isIncluded)] in try isIncluded.function($0) })
    }

    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public func filter(_ isIncluded: @escaping (Output) -> Bool) -> Publishers.TryFilter<Upstream> {
        filter({ [isIncluded = SwiftFiveClosure(isIncluded)] in isIncluded.function($0) })
    }

    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public func tryFilter(_ isIncluded: @escaping (Output) throws -> Bool) -> Publishers.TryFilter<Upstream> {
        tryFilter({ [isIncluded = SwiftFiveClosure(isIncluded)] in try isIncluded.function($0) })
    }
}

extension Publishers.TryFirstWhere {
    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
        self.init(
            upstream: upstream, predicate: { [predicate = SwiftFiveClosure(predicate)] in try predicate.function($0) })
    }
}

extension Publishers.TryLastWhere {
    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
        self.init(
            upstream: upstream, predicate: { [predicate = SwiftFiveClosure(predicate)] in try predicate.function($0) })
    }
}

extension Publishers.TryPrefixWhile {
    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
        self.init(
            upstream: upstream, predicate: { [predicate = SwiftFiveClosure(predicate)] in try predicate.function($0) })
    }
}

extension Publishers.TryRemoveDuplicates {
    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public init(upstream: Upstream, predicate: @escaping (Upstream.Output, Upstream.Output) throws -> Bool) {
        self.init(
            upstream: upstream,
            predicate: { [predicate = SwiftFiveClosure(predicate)] in try predicate.function($0, $1) })
    }
}
