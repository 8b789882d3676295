@available(swift, obsoleted: 6, message: "In the Swift 6 language mode, import Signals.")
extension Publisher {
    /// Subscribes once, and delivers to all its subscribers through a subject.
    ///
    /// ```swift
    /// let saves = save.multicast { PassthroughSubject() }
    /// let printing = saves.sink { print($0) }
    /// let connection = saves.connect()
    /// ```
    ///
    /// **Demand**: the subject's; upstream is asked for what the subject asks for. **Completion**: the subject's, also
    /// for those who come later.
    ///
    /// - Parameter createSubject: makes the subject, once, when it is first needed.
    /// - Returns: a publisher that begins with ``ConnectablePublisher/connect()``.
    @inlinable
    public func multicast<S: Subject>(
        _ createSubject: @escaping () -> S
    ) -> Publishers.Multicast<Self, S> where Failure == S.Failure, Output == S.Output {
        let createSubject = vouched(createSubject)
        return Publishers.Multicast(self, createSubject: createSubject)
    }
}

@available(swift, obsoleted: 6, message: "In the Swift 6 language mode, import Signals.")
extension Publishers.Multicast {
    /// A publisher that subscribes to another once for all its subscribers.
    ///
    /// - Parameters:
    ///   - upstream: the publisher to share.
    ///   - createSubject: makes the subject, once, when it is first needed.
    public convenience init(upstream: Upstream, createSubject: @escaping () -> SubjectType) {
        let createSubject = vouched(createSubject)
        self.init(upstream, createSubject: createSubject)
    }
}
