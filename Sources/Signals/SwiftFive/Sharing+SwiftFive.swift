extension Publisher {
    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public func multicast<S: Subject>(_ createSubject: @escaping () -> S) -> Publishers.Multicast<Self, S>
    where Failure == S.Failure, Output == S.Output {
        multicast({ [createSubject = SwiftFiveClosure(createSubject)] in createSubject.function() })
    }
}

extension Publishers.Multicast {
    /// The same for a client in the Swift 5 language mode, whose closures need not be `@Sendable`.
    @available(swift, obsoleted: 6, message: "in the Swift 6 language mode its closures are @Sendable")
    @_disfavoredOverload @inlinable
    public convenience init(upstream: Upstream, createSubject: @escaping () -> SubjectType) {
        self.init(
            upstream: upstream,
            createSubject: { [createSubject = SwiftFiveClosure(createSubject)] in createSubject.function() })
    }
}
