extension Publisher {
    /// Keeps values until they are asked for, so that none is lost when they come faster.
    ///
    /// ```swift
    /// commands.buffer(size: 100, prefetch: .byRequest, whenFull: .dropOldest)
    ///     .flatMap(maxPublishers: .max(1)) { run($0) }  // one after another
    /// ```
    ///
    /// **Demand**: downstream takes from the buffer; upstream is asked as `prefetch` says. **Completion** waits until the
    /// buffer is empty.
    ///
    /// - Parameters:
    ///   - size: how many values there is room for, zero or more.
    ///   - prefetch: how the buffer is filled.
    ///   - whenFull: what happens to a value for which there is no room.
    /// - Returns: a publisher of the same values.
    @inlinable
    public func buffer(
        size: Int, prefetch: Publishers.PrefetchStrategy, whenFull: Publishers.BufferingStrategy<Failure>
    ) -> Publishers.Buffer<Self> {
        Publishers.Buffer(upstream: self, size: size, prefetch: prefetch, whenFull: whenFull)
    }
}

extension Publishers {
    /// The publisher that `buffer(size:prefetch:whenFull:)` returns.
    public struct Buffer<Upstream: Publisher>: Publisher {
        /// The upstream's values.
        public typealias Output = Upstream.Output

        /// The upstream's failure.
        public typealias Failure = Upstream.Failure

        /// The publisher that delivers the values.
        public let upstream: Upstream

        /// How many values there is room for.
        public let size: Int

        /// How the buffer is filled.
        public let prefetch: Publishers.PrefetchStrategy

        /// What happens to a value for which there is no room.
        public let whenFull: Publishers.BufferingStrategy<Upstream.Failure>

        /// A publisher that keeps another's values until they are asked for.
        ///
        /// - Parameters:
        ///   - upstream: the publisher that delivers the values.
        ///   - size: how many values there is room for. The program stops if it is negative.
        ///   - prefetch: how the buffer is filled.
        ///   - whenFull: what happens to a value for which there is no room.
        public init(
            upstream: Upstream, size: Int, prefetch: Publishers.PrefetchStrategy,
            whenFull: Publishers.BufferingStrategy<Failure>
        ) {
            if size < 0 { fatalError("A buffer needs a size of at least 0, but was given \(size).") }
            self.upstream = upstream
            self.size = size
            self.prefetch = prefetch
            self.whenFull = whenFull
        }

        /// Attaches the subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(Inner(downstream: AnySubscriber(subscriber), buffer: self))
        }

        struct Inner: Subscriber {
            typealias Input = Upstream.Output
            typealias Failure = Upstream.Failure

            private let link = UpstreamLink("Buffer")
            private let outlet: Outlet<Input, Failure>
            private let state: Locked<BufferState<Input, Failure>>
            private let buffer: Buffer

            init(downstream: AnySubscriber<Input, Failure>, buffer: Buffer) {
                outlet = Outlet(to: downstream, surplus: .waits, name: "Buffer")
                state = Locked(BufferState(size: buffer.size, whenFull: buffer.whenFull))
                self.buffer = buffer
            }

            var combineIdentifier: CombineIdentifier { link.combineIdentifier }

            func receive(subscription: any Subscription) {
                guard link.attach(subscription) else { return }
                outlet.start(onRequest: { request($0) }, onCancel: { cancel() })
                link.request(buffer.prefetch == .keepFull ? .max(buffer.size) : .unlimited)
            }

            func receive(_ input: Input) -> Subscribers.Demand {
                guard link.isAttached else { return .none }
                let effect = state.withLock { state in
                    let effect = state.receive(input)
                    if case .putOut = effect { outlet.take(input) }
                    return effect
                }
                switch effect {
                case .putOut:
                    outlet.deliver()
                    return buffer.prefetch == .keepFull ? .max(1) : .none
                case .keep, .drop:
                    return .none
                case .fail(let makeError):
                    if link.interrupt() { end(with: .failure(makeError())) }
                    return .none
                }
            }

            func receive(completion: Subscribers.Completion<Failure>) {
                if link.complete() { end(with: completion) }
            }

            private func end(with completion: Subscribers.Completion<Failure>) {
                let rest = state.withLock { state in
                    let rest = state.end()
                    for value in rest { outlet.take(value) }
                    outlet.take(completion)
                    return rest
                }
                outlet.deliver()
                withExtendedLifetime(rest) {}
            }

            private func request(_ demand: Subscribers.Demand) {
                let count = state.withLock { state in
                    let values = state.request(demand)
                    for value in values { outlet.take(value) }
                    return values.count
                }
                outlet.deliverWanted()
                if count > 0, buffer.prefetch == .keepFull { link.request(.max(count)) }
            }

            private func cancel() {
                link.cancel()
                _ = state.withLock { $0.end() }
            }
        }
    }
}
