import Foundation
import Signals
import SignalsStore
import XCTest

/// Keeps the values of a publisher, for a test to wait for one.
// SAFETY: the condition guards all that changes.
final class LiveRecorder<Value: Sendable>: @unchecked Sendable {
    private let condition = NSCondition()
    private var received: [Value] = []
    private var completion: Subscribers.Completion<FetchError>?
    private var subscription: AnyCancellable?

    init(_ publisher: some Publisher<Value, FetchError>) {
        subscription = publisher.sink { completion in
            self.change { self.completion = completion }
        } receiveValue: { value in
            self.change { self.received.append(value) }
        }
    }

    var values: [Value] { condition.withLock { received } }

    /// Waits until the last value is as it should be; false after a long time.
    func waitForLast(_ isExpected: (Value) -> Bool) -> Bool {
        wait { received.last.map(isExpected) ?? false }
    }

    func waitForCompletion() -> Subscribers.Completion<FetchError>? {
        _ = wait { completion != nil }
        return condition.withLock { completion }
    }

    func cancel() { subscription?.cancel() }

    private func wait(_ isDone: () -> Bool) -> Bool {
        let deadline = Date(timeIntervalSinceNow: 30)
        return condition.withLock {
            while !isDone() { if !condition.wait(until: deadline) { return false } }
            return true
        }
    }

    private func change(_ body: () -> Void) {
        condition.withLock {
            body()
            condition.broadcast()
        }
    }
}

/// A thing with an attribute of each kind that can be sorted by.
final class Bead: ManagedObject {
    @Attribute var color = ""
    @Attribute var weight = 0
    @Attribute var size: Double? = nil
    @Attribute var price = Decimal(0)

    static let colors = ["red", "green", "blue", "Äpfel", "e\u{301}", "é", "", "zinc"]

    func fill(_ generator: inout some RandomNumberGenerator) {
        color = Self.colors.randomElement(using: &generator)!
        weight = Int.random(in: 0..<20, using: &generator)
        size = [nil, 0.5, -1, .nan, 3].randomElement(using: &generator)!
        price = Decimal(Int.random(in: 0..<300, using: &generator)) / 10
    }
}
