extension ConnectablePublisher {
    /// Connects with the first subscriber, and ends the connection when the last one has cancelled.
    ///
    /// ```swift
    /// Timer.publish(every: 1, on: .main, in: .default).autoconnect().sink { print($0) }
    /// ```
    ///
    /// **Demand** and **completion** pass unchanged. A subscriber that comes after all have cancelled connects again.
    ///
    /// - Returns: a publisher that need not be connected.
    public func autoconnect() -> Publishers.Autoconnect<Self> {
        Publishers.Autoconnect(upstream: self)
    }
}

extension Publishers {
    /// The publisher returned by ``ConnectablePublisher/autoconnect()``.
    public final class Autoconnect<Upstream: ConnectablePublisher>: Publisher {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        private struct State: Sendable {
            var subscribers = 0
            var isConnected = false
            var connection: (any Cancellable)?

            /// Tells a connection from the ones before, which may have been cancelled while they were made.
            var generation = 0
        }

        /// The publisher to connect.
        public let upstream: Upstream
        private let state = Locked(State())

        /// A publisher that connects another with the first subscriber.
        ///
        /// - Parameter upstream: the publisher to connect.
        public init(upstream: Upstream) {
            self.upstream = upstream
        }

        /// Attaches the subscriber, then connects if it is the first.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let generation = state.withLock { state -> Int? in
                state.subscribers += 1
                guard !state.isConnected else { return nil }
                state.isConnected = true
                state.generation += 1
                return state.generation
            }
            upstream.subscribe(Inner(downstream: subscriber, onCancel: { self.leave() }, onEnd: { self.end() }))
            if let generation { keep(upstream.connect(), generation) }
        }

        /// Keeps the connection, unless everybody has left meanwhile.
        private func keep(_ connection: any Cancellable, _ generation: Int) {
            let isLate = state.withLock { state in
                guard state.isConnected, state.generation == generation else { return true }
                state.connection = connection
                return false
            }
            if isLate { connection.cancel() }
        }

        /// Notes that a subscriber has cancelled: the last one ends the connection.
        private func leave() {
            let connection = state.withLock { state -> (any Cancellable)? in
                state.subscribers -= 1
                guard state.subscribers == 0 else { return nil }
                state.isConnected = false
                return state.connection.take()
            }
            connection?.cancel()
        }

        /// Notes that a subscriber has received the completion. What has ended is not begun again for one that comes
        /// later.
        private func end() {
            state.withLock { $0.subscribers -= 1 }
        }

        struct Inner<Downstream: Subscriber>: Subscriber {
            typealias Input = Downstream.Input
            typealias Failure = Downstream.Failure

            private let link: UpstreamLink
            private let downstream: Downstream
            private let onEnd: @Sendable () -> Void

            init(
                downstream: Downstream, onCancel: @escaping @Sendable () -> Void, onEnd: @escaping @Sendable () -> Void
            ) {
                link = UpstreamLink("Autoconnect", onCancel: onCancel)
                self.downstream = downstream
                self.onEnd = onEnd
            }

            var combineIdentifier: CombineIdentifier { link.combineIdentifier }

            func receive(subscription: any Subscription) {
                if link.attach(subscription) { downstream.receive(subscription: link) }
            }

            func receive(_ input: Input) -> Subscribers.Demand {
                link.isAttached ? downstream.receive(input) : .none
            }

            func receive(completion: Subscribers.Completion<Failure>) {
                guard link.complete() else { return }
                onEnd()
                downstream.receive(completion: completion)
            }
        }
    }
}
