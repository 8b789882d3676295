public import Foundation
public import SignalsCore

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

extension URLSession {
    /// The publisher that ``dataTaskPublisher(for:)-(URLRequest)`` returns. Combine's `URLSession.DataTaskPublisher`.
    public struct DataTaskPublisher: Publisher {
        /// The body and the head of the answer.
        public typealias Output = (data: Data, response: URLResponse)

        /// The error if there is no response. A status such as 404 is a response.
        public typealias Failure = URLError

        /// The request, sent once for each subscription.
        public let request: URLRequest

        /// The session that sends it.
        public let session: URLSession

        /// A publisher of the answer to a request.
        ///
        /// - Parameters:
        ///   - request: the request.
        ///   - session: the session that sends it.
        public init(request: URLRequest, session: URLSession) {
            self.request = request
            self.session = session
        }

        /// Attaches the subscriber. Nothing is sent before it asks for a value.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            subscriber.receive(subscription: DataTaskSubscription(self, subscriber))
        }
    }

    /// Returns a publisher of what is at an address.
    ///
    /// ```swift
    /// URLSession.shared.dataTaskPublisher(for: url).map(\.data).decode(type: [Recipe].self, decoder: JSONDecoder())
    /// ```
    ///
    /// **Demand**: with the first demand a task starts, one for each subscription. **Completion**: finished after the answer,
    /// or the task's error. Cancelling cancels the task. **Threads**: delivers on the session's delegate queue.
    ///
    /// - Parameter url: the address.
    /// - Returns: a publisher of one answer.
    public func dataTaskPublisher(for url: URL) -> DataTaskPublisher {
        dataTaskPublisher(for: URLRequest(url: url))
    }

    /// Returns a publisher of the answer to a request.
    ///
    /// ```swift
    /// URLSession.shared.dataTaskPublisher(for: request).tryMap { data, response in try check(response, data) }
    /// ```
    ///
    /// **Demand**: with the first demand a task starts, one for each subscription. **Completion**: finished after the answer,
    /// or the task's error. Cancelling cancels the task. **Threads**: delivers on the session's delegate queue.
    ///
    /// - Parameter request: the request.
    /// - Returns: a publisher of one answer.
    public func dataTaskPublisher(for request: URLRequest) -> DataTaskPublisher {
        DataTaskPublisher(request: request, session: self)
    }
}
