/// A publisher of one result, of work that starts when the future is made. Combine's `Future`.
///
/// ```swift
/// let answer = Future<Int, Never> { promise in
///     DispatchQueue.global().async { promise(.success(42)) }
/// }
/// answer.sink { print($0) }  // prints 42, now or when it has come
/// ```
///
/// The work runs once, also without a subscriber; every subscriber receives the same result, also one that comes after
/// it. **Demand**: the value waits until it is asked for. **Completion**: finishes after the value, or fails.
/// **Threads**: delivers on the thread that keeps the promise, or on the one that asks if that comes later.
public final class Future<Output: Sendable, Failure: Error>: Publisher {
    /// Keeps the promise, the first time it is called. May be called from any thread.
    public typealias Promise = @Sendable (Result<Output, Failure>) -> Void

    @usableFromInline let state = Locked(FutureState<Output, Failure>())

    /// Starts the work.
    ///
    /// - Parameter attemptToFulfill: starts the work, before this call returns and on its thread. It is given the
    ///   promise, to be called once with the result.
    @inlinable
    public init(_ attemptToFulfill: (@escaping Promise) -> Void) {
        attemptToFulfill { self.resolve($0) }
    }

    /// A future that `resolve(_:)` resolves, without a closure for it.
    @inlinable
    package init(unpromised: Void) {}

    /// Attaches a subscriber, which receives the result.
    @inlinable
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        if let result = observedResult() {
            return Self.deliver(result, to: subscriber)
        }
        let subscription = OneShotSubscription("Future")
        subscriber.receive(subscription: subscription)
        let ticket = whenResolved { result in
            switch result {
            case .success(let value):
                subscription.resolve(value, to: subscriber)
            case .failure(let error):
                subscription.complete { _ in subscriber.receive(completion: .failure(error)) }
            }
        }
        if let ticket { subscription.listens(to: self, ticket) }
    }

    /// Delivers a result that has come.
    @inlinable
    static func deliver<S: Subscriber>(
        _ result: Result<Output, Failure>, to subscriber: S
    ) where S.Input == Output, S.Failure == Failure {
        switch result {
        case .success(let value):
            subscriber.receive(subscription: OneShotSubscription("Future", value, to: subscriber))
        case .failure(let error):
            subscriber.receive(subscription: Subscriptions.empty)
            subscriber.receive(completion: .failure(error))
        }
    }

    /// Calls the listener with the result, now if it has come. Nil if it was called already.
    @inlinable
    func whenResolved(_ listener: @escaping @Sendable (Result<Output, Failure>) -> Void) -> FutureTicket? {
        if let ticket = state.withLock({ $0.add(listener) }) { return ticket }
        if let result = observedResult() { listener(result) }
        return nil
    }

    /// Returns the result, if it has come; if it is a failure, it will not be reported as unobserved.
    @inlinable
    func observedResult() -> Result<Output, Failure>? {
        let (result, dropped) = state.withLock { $0.observe() }
        dropped?.drop()
        return result
    }

    @inlinable
    func forget(_ ticket: FutureTicket) {
        state.release { $0.remove(ticket) }
    }

    /// Keeps the promise, the first time it is called.
    @inlinable
    package func resolve(_ result: Result<Output, Failure>) {
        state.withLock { $0.resolve(result) }?.forEach { $0(result) }
    }
}
