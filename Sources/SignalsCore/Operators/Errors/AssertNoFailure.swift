extension Publisher {
    /// Stops the program if upstream fails, and gives it the type of a publisher that cannot.
    ///
    /// ```swift
    /// bundledTasks.assertNoFailure("the bundled tasks are readable")
    /// ```
    ///
    /// **Demand** and **completion** pass unchanged. A failure stops the program with a message that names the prefix,
    /// the error, the file and the line, in debug and release.
    ///
    /// - Parameters:
    ///   - prefix: the beginning of the message.
    ///   - file: the file that the message names.
    ///   - line: the line that the message names.
    /// - Returns: a publisher of the same values.
    @inlinable
    public func assertNoFailure(
        _ prefix: String = "", file: StaticString = #file, line: UInt = #line
    ) -> Publishers.AssertNoFailure<Self> {
        Publishers.AssertNoFailure(upstream: self, prefix: prefix, file: file, line: line)
    }
}

extension Publishers {
    /// The publisher that `assertNoFailure(_:file:line:)` returns.
    @frozen
    public struct AssertNoFailure<Upstream: Publisher>: Publisher {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// It cannot fail.
        public typealias Failure = Never

        /// The publisher that delivers the values.
        public let upstream: Upstream

        /// The text with which the message begins.
        public let prefix: String

        /// The file that the message names.
        public let file: StaticString

        /// The line that the message names.
        public let line: UInt

        /// A publisher that stops the program if another fails.
        ///
        /// - Parameters:
        ///   - upstream: the publisher that delivers the values.
        ///   - prefix: the beginning of the message.
        ///   - file: the file that the message names.
        ///   - line: the line that the message names.
        @inlinable
        public init(upstream: Upstream, prefix: String, file: StaticString, line: UInt) {
            self.upstream = upstream
            self.prefix = prefix
            self.file = file
            self.line = line
        }

        /// Attaches the subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let checked = Publishers.MapError<Upstream, Never>(upstream) { [prefix, file, line] error in
                fatalError("\(prefix)\(prefix.isEmpty ? "" : ": ")\(error)", file: file, line: line)
            }
            checked.receive(subscriber: subscriber)
        }
    }
}
