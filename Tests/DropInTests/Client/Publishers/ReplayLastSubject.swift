import Combine
import Foundation

/// A subject that keeps its last value and its completion.
final class ReplayLastSubject<Output, Failure: Error>: Subject {
    private let lock = NSRecursiveLock()
    private var last: Output?
    private var completion: Subscribers.Completion<Failure>?
    private let live = PassthroughSubject<Output, Failure>()

    init() {}

    func send(_ value: Output) {
        lock.lock()
        last = value
        lock.unlock()
        live.send(value)
    }

    func send(completion: Subscribers.Completion<Failure>) {
        lock.lock()
        self.completion = completion
        lock.unlock()
        live.send(completion: completion)
    }

    func send(subscription: Subscription) {
        subscription.request(.unlimited)
    }

    func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input {
        lock.lock()
        defer { lock.unlock() }
        if let last = last {
            live.prepend(last).subscribe(subscriber)
        } else {
            live.subscribe(subscriber)
        }
    }
}
