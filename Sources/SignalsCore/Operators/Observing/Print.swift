extension Publisher {
    /// Writes a line for each event, and changes nothing.
    ///
    /// ```swift
    /// (1...2).publisher.print("numbers").sink { _ in }
    /// // numbers: receive subscription: (1...2)
    /// // numbers: request unlimited, numbers: receive value: (1), … numbers: receive finished
    /// ```
    ///
    /// **Demand** and **completion** pass unchanged. **Threads**: each line is written where its event happens, before
    /// the event is passed on; lines that several threads write at once go to the stream one after another.
    ///
    /// - Parameters:
    ///   - prefix: the beginning of each line, followed by a colon; nothing if empty.
    ///   - stream: where to write, or nil for the standard output.
    /// - Returns: a publisher of the same values.
    @inlinable
    public func print(
        _ prefix: String = "", to stream: (any TextOutputStream & Sendable)? = nil
    ) -> Publishers.Print<Self> {
        Publishers.Print(upstream: self, prefix: prefix, to: stream)
    }
}

extension Publishers {
    /// The publisher that `print(_:to:)` returns.
    public struct Print<Upstream: Publisher>: Publisher {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The text with which each line begins.
        public let prefix: String

        /// The publisher that delivers the events.
        public let upstream: Upstream

        /// The stream to which the lines are written, or nil for the standard output.
        public let stream: (any TextOutputStream & Sendable)?

        /// A publisher that writes a line for each event of another.
        ///
        /// - Parameters:
        ///   - upstream: the publisher that delivers the events.
        ///   - prefix: the beginning of each line, followed by a colon; nothing if empty.
        ///   - stream: where to write, or nil for the standard output.
        public init(upstream: Upstream, prefix: String, to stream: (any TextOutputStream & Sendable)? = nil) {
            self.upstream = upstream
            self.prefix = prefix
            self.stream = stream
        }

        /// Attaches the subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(Inner(downstream: subscriber, log: EventLog(prefix: prefix, stream: stream)))
        }

        private struct Inner<Downstream: Subscriber>: Subscriber
        where Downstream.Input == Upstream.Output, Downstream.Failure == Upstream.Failure {
            typealias Input = Downstream.Input
            typealias Failure = Downstream.Failure

            let link: UpstreamLink
            let downstream: Downstream
            let log: EventLog

            init(downstream: Downstream, log: EventLog) {
                self.downstream = downstream
                self.log = log
                let onRequest: @Sendable (Subscribers.Demand) -> Subscribers.Demand = { demand in
                    log.write("request \(demand.logged)")
                    return demand
                }
                link = UpstreamLink("Print", onRequest: onRequest, onCancel: { log.write("receive cancel") })
            }

            var combineIdentifier: CombineIdentifier { link.combineIdentifier }

            func receive(subscription: any Subscription) {
                guard link.attach(subscription) else { return }
                log.write("receive subscription: (\(subscription))")
                downstream.receive(subscription: link)
            }

            func receive(_ input: Input) -> Subscribers.Demand {
                guard link.isAttached else { return .none }
                log.write("receive value: (\(input))")
                let demand = downstream.receive(input)
                if demand > .none { log.write("request \(demand.logged) (synchronous)") }
                return demand
            }

            func receive(completion: Subscribers.Completion<Failure>) {
                guard link.complete() else { return }
                switch completion {
                case .finished: log.write("receive finished")
                case .failure(let error): log.write("receive error: (\(error))")
                }
                downstream.receive(completion: completion)
            }
        }
    }
}

extension Subscribers.Demand {
    fileprivate var logged: String {
        max.map { "max: (\($0))" } ?? "unlimited"
    }
}
