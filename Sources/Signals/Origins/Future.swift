/// A publisher of one result, of work that starts when the future is made. Combine's `Future`.
///
/// ```swift
/// let answer = Future<Int, Never> { promise in
///     DispatchQueue.global().async { promise(.success(42)) }
/// }
/// answer.sink { print($0) }  // prints 42, now or when it is there
/// ```
///
/// The work runs once, also without a subscriber; every subscriber receives the same result, also one that comes after
/// it. **Demand**: the value waits until it is asked for. **Completion**: finishes after the value, or fails.
/// **Threads**: delivers on the thread that keeps the promise, or on the one that asks if that comes later.
public final class Future<Output: Sendable, Failure: Error>: Publisher {
    /// Keeps the promise, the first time it is called. May be called from any thread.
    public typealias Promise = @Sendable (Result<Output, Failure>) -> Void

    private let state = Locked(FutureState<Output, Failure>.pending(SubscriberList()))

    /// Starts the work.
    ///
    /// - Parameter attemptToFulfill: starts the work, before this call returns and on its thread. It is given the
    ///   promise, to be called once with the result.
    public init(_ attemptToFulfill: (@escaping Promise) -> Void) {
        attemptToFulfill { self.resolve($0) }
    }

    /// Attaches a subscriber, which receives the result.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        let outlet = Outlet<Output, Failure>(to: AnySubscriber(subscriber), surplus: .waits, name: "Future")
        let ticket = whenResolved { result in
            outlet.take(result: result)
            outlet.deliver()
        }
        outlet.start(onCancel: { self.forget(ticket) })
    }

    /// Calls the listener with the result, now if it is there. Nil if it was called already.
    func whenResolved(_ listener: @escaping @Sendable (Result<Output, Failure>) -> Void) -> FutureTicket? {
        let (ticket, result) = state.withLock { $0.add(listener) }
        if let result { listener(result) }
        return ticket
    }

    /// Lets go of a listener.
    func forget(_ ticket: FutureTicket?) {
        guard let ticket else { return }
        _ = state.withLock { $0.remove(ticket) }
    }

    private func resolve(_ result: Result<Output, Failure>) {
        state.withLock { $0.resolve(result) }?.forEach { $0(result) }
    }
}

extension Outlet {
    /// Takes in the one result there will be.
    func take(result: Result<Output, Failure>) {
        switch result {
        case .success(let value):
            take(value)
            take(.finished)
        case .failure(let error):
            take(.failure(error))
        }
    }
}
