/// A publisher that plays back values and a completion which were recorded. Combine's `Record`.
///
/// ```swift
/// let record = Record<Int, Never> { $0.receive(1); $0.receive(2); $0.receive(completion: .finished) }
/// record.sink { print($0) }  // prints 1, 2
/// ```
///
/// **Demand**: values are delivered as they are asked for, on the thread that asks. **Completion**: the recorded one,
/// after the last value. Each subscriber receives everything.
public struct Record<Output: Sendable, Failure: Error>: Publisher {
    /// The recording that is played back.
    public let recording: Recording

    /// A publisher that plays back what a closure records.
    ///
    /// - Parameter record: records values and a completion, which is `.finished` if it leaves that out.
    public init(record: (inout Recording) -> Void) {
        var recording = Recording()
        record(&recording)
        self.recording = recording
    }

    /// A publisher that plays back a recording.
    ///
    /// - Parameter recording: the recording.
    public init(recording: Recording) {
        self.recording = recording
    }

    /// A publisher that plays back values and a completion.
    ///
    /// - Parameters:
    ///   - output: the values.
    ///   - completion: the completion.
    public init(output: [Output], completion: Subscribers.Completion<Failure>) {
        recording = Recording(output: output, completion: completion)
    }

    /// Attaches the subscriber.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        PullSubscription.deliver(recording.output, then: recording.completion, to: subscriber, name: "Record")
    }
}

extension Record: Codable where Output: Codable, Failure: Codable {}
