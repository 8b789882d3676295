import Foundation
import SignalsCore

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A subscription to a ``URLSession/DataTaskPublisher``: a task, from the first demand to the answer or the cancel.
final class DataTaskSubscription<Downstream: Subscriber>: Subscription, CustomStringConvertible
where Downstream.Input == URLSession.DataTaskPublisher.Output, Downstream.Failure == URLError {
    private enum State: Sendable {
        case waiting(URLSession.DataTaskPublisher, Downstream)

        /// The task is nil while it is made.
        case running(URLSessionDataTask?, Downstream)
        case delivering
        case over
    }

    private let state: Locked<State>

    @inline(never)
    init(_ publisher: URLSession.DataTaskPublisher, _ downstream: Downstream) {
        state = Locked(.waiting(publisher, downstream))
    }

    var description: String { "DataTaskPublisher" }

    func request(_ demand: Subscribers.Demand) {
        guard demand > .none, let publisher = start() else { return }
        let task = publisher.session.dataTask(with: publisher.request) { data, response, error in
            self.end(data, response, error)
        }
        if keep(task) { task.resume() } else { task.cancel() }
    }

    func cancel() {
        if case .running(let task, _) = take() { task?.cancel() }
    }

    /// Begins, the first time. Returns the publisher whose request to send.
    private func start() -> URLSession.DataTaskPublisher? {
        state.withLock { state in
            guard case .waiting(let publisher, let downstream) = state else { return nil }
            state = .running(nil, downstream)
            return publisher
        }
    }

    /// Keeps the task, to cancel it later. Returns false if the subscription was cancelled already.
    private func keep(_ task: URLSessionDataTask) -> Bool {
        state.withLock { state in
            guard case .running(_, let downstream) = state else { return false }
            state = .running(task, downstream)
            return true
        }
    }

    private func end(_ data: Data?, _ response: URLResponse?, _ error: (any Error)?) {
        guard case .running(_, let downstream) = beginDelivery() else { return }
        let answer = error == nil ? response : nil
        if let answer { _ = downstream.receive((data ?? Data(), answer)) }
        // Unless it was cancelled with the answer.
        guard case .delivering = take() else { return }
        downstream.receive(
            completion: answer == nil ? .failure(error as? URLError ?? URLError(.unknown)) : .finished)
    }

    /// Begins to deliver, unless the subscription was cancelled. Returns the previous state, to be released after the lock.
    private func beginDelivery() -> State {
        state.withLock { state in
            defer { if case .running = state { state = .delivering } }
            return state
        }
    }

    /// Ends, and returns the previous state, to be released after the lock.
    private func take() -> State {
        state.withLock { state in
            defer { state = .over }
            return state
        }
    }
}
