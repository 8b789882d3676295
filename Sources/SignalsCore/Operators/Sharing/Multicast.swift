extension Publisher {
    /// Subscribes once, and delivers to all its subscribers through the given subject.
    ///
    /// - Parameter subject: the subject.
    /// - Returns: a publisher that begins with ``ConnectablePublisher/connect()``.
    @inlinable
    public func multicast<S: Subject>(subject: S) -> Publishers.Multicast<Self, S>
    where Failure == S.Failure, Output == S.Output {
        Publishers.Multicast(self, createSubject: { subject })
    }
}

extension Publishers {
    /// A publisher that subscribes to another once for all its subscribers, returned by `multicast`.
    public final class Multicast<Upstream: Publisher, SubjectType: Subject>: ConnectablePublisher
    where Upstream.Failure == SubjectType.Failure, Upstream.Output == SubjectType.Output {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The publisher that is shared.
        public let upstream: Upstream

        /// Makes the subject.
        public let createSubject: @Sendable () -> SubjectType
        private let subject = Locked<SubjectType?>(nil)

        @usableFromInline
        package init(_ upstream: Upstream, createSubject: @escaping @Sendable () -> SubjectType) {
            self.upstream = upstream
            self.createSubject = createSubject
        }

        /// Attaches the subscriber to the subject.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            sharedSubject().subscribe(subscriber)
        }

        /// Subscribes the subject to upstream.
        ///
        /// - Returns: the subscription, to end it by cancelling.
        public func connect() -> any Cancellable {
            upstream.subscribe(sharedSubject())
        }

        /// Returns the subject, the same one every time: of two that threads make at once the first stays.
        private func sharedSubject() -> SubjectType {
            if let subject = subject.withLock({ $0 }) { return subject }
            let made = createSubject()
            return subject.withLock { subject in
                if subject == nil { subject = made }
                return subject ?? made
            }
        }
    }
}
