import SignalsCore

/// A subscriber that keeps all it receives, for tests to wait for and to look at. `record()` of a publisher makes
/// one.
///
/// ```swift
/// let recorder = storage.addTask(name: "Water plants").record()
/// XCTAssertEqual(try wait(for: recorder.single).name, "Water plants")   // in XCTest
/// #expect(try await recorder.single.value.name == "Water plants")       // in Swift Testing, or async XCTest
/// ```
///
/// It asks for all values at once, and cancels its subscription when it is released. It may be used from any thread.
public final class Recorder<Output: Sendable, Failure: Error>: Subscriber, Cancellable {
    /// The kind of elements.
    public typealias Input = Output

    let state = Locked(RecorderState<Output, Failure>())
    private let subscription = Locked(RecorderSubscription.awaited)

    init() {}

    deinit {
        cancel()
    }

    /// The elements that have come so far. Does not wait.
    public var received: [Output] { state.withLock { $0.elements } }

    /// An expectation of the next element that was not handed out yet. Waiting for it throws the publisher's error if it
    /// fails before, and a ``RecordingError`` if it finishes before.
    public func next() -> RecorderExpectation<Output> {
        RecorderExpectation(self) { try $0.next(1)?.first }
    }

    /// An expectation of the next elements that were not handed out yet. Waiting for it throws the publisher's error if it
    /// fails before, and a ``RecordingError`` if it finishes with fewer.
    ///
    /// - Parameter count: the number.
    public func next(_ count: Int) -> RecorderExpectation<[Output]> {
        RecorderExpectation(self) { try $0.next(count) }
    }

    /// An expectation of all elements, when the publisher has finished. Waiting for it throws the publisher's error if it
    /// fails.
    public var elements: RecorderExpectation<[Output]> {
        RecorderExpectation(self) { try $0.isFinished() ? $0.elements : nil }
    }

    /// An expectation of the end. Waiting for it throws the publisher's error if it fails.
    public var finished: RecorderExpectation<Void> {
        RecorderExpectation(self) { try $0.isFinished() ? () : nil }
    }

    /// An expectation of the only element, when the publisher has finished. Waiting for it throws the publisher's error if
    /// it fails, and a ``RecordingError`` if there is no element, or a second one.
    public var single: RecorderExpectation<Output> {
        RecorderExpectation(self) { try $0.single() }
    }

    /// An expectation of the last element, or nil without any, when the publisher has finished. Waiting for it throws the
    /// publisher's error if it fails.
    public var last: RecorderExpectation<Output?> {
        RecorderExpectation(self) { try $0.isFinished() ? .some($0.elements.last) : nil }
    }

    /// The publisher's completion, when it has come.
    public var completion: RecorderExpectation<Subscribers.Completion<Failure>> {
        RecorderExpectation(self) { $0.completion }
    }

    /// Asks for all values.
    public func receive(subscription: any Subscription) {
        let isTaken = self.subscription.withLock { state in
            guard case .awaited = state else { return false }
            state = .attached(subscription)
            return true
        }
        if isTaken { subscription.request(.unlimited) } else { subscription.cancel() }
    }

    /// Keeps the element.
    public func receive(_ input: Output) -> Subscribers.Demand {
        note { $0.receive(input) }
        return .none
    }

    /// Keeps the completion.
    public func receive(completion: Subscribers.Completion<Failure>) {
        note { $0.receive(completion) }
        _ = end()
    }

    /// Receives nothing more. What has come can still be looked at.
    public func cancel() {
        if case .attached(let subscription) = end() { subscription.cancel() }
    }

    /// Changes the state, and wakes the waiting callers, which look at it again.
    func note(_ change: (inout RecorderState<Output, Failure>) -> Void = { _ in }) {
        for wake in state.withLock({ $0.change(change) }) { wake() }
    }

    private func end() -> RecorderSubscription {
        subscription.withLock { state in
            defer { state = .ended }
            return state
        }
    }
}

enum RecorderSubscription: Sendable {
    case awaited
    case attached(any Subscription)
    case ended
}

extension Publisher {
    /// Subscribes a recorder, which asks for all values.
    ///
    /// ```swift
    /// let recorder = tasks.record()
    /// let titles = try wait(for: recorder.next(2)).map(\.title)
    /// ```
    ///
    /// - Returns: the recorder, which cancels when it is released.
    public func record() -> Recorder<Output, Failure> {
        let recorder = Recorder<Output, Failure>()
        subscribe(RecorderFeed(recorder))
        return recorder
    }
}

/// The feed of a recorder, which does not keep it alive, so that releasing it cancels.
private struct RecorderFeed<Input: Sendable, Failure: Error>: Subscriber {
    let combineIdentifier = CombineIdentifier()
    private weak let recorder: Recorder<Input, Failure>?

    init(_ recorder: Recorder<Input, Failure>) {
        self.recorder = recorder
    }

    func receive(subscription: any Subscription) {
        guard let recorder else { return subscription.cancel() }
        recorder.receive(subscription: subscription)
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        recorder?.receive(input) ?? .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        recorder?.receive(completion: completion)
    }
}
