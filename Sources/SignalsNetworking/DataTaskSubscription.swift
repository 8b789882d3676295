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
        guard case .running(_, let downstream) = take() else { return }
        if let response, error == nil {
            _ = downstream.receive((data ?? Data(), response))
            downstream.receive(completion: .finished)
        } else {
            downstream.receive(completion: .failure(error as? URLError ?? URLError(.unknown)))
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
