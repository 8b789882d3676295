import Signals
import SignalsTesting
import XCTest

/// A test scheduler against a sorted list of what is to run.
final class RandomSchedulingTests: XCTestCase {
    func testActionsRunByDateAndArrivalUnlessTheyWereCancelled() {
        for _ in 0..<50 {
            let scheduler = TestScheduler()
            let ran = CurrentValueSubject<[Int], Never>([])
            var due: [(date: Int, number: Int)] = []
            var repeating: [(number: Int, cancellable: any Cancellable)] = []
            for number in 0..<Int.random(in: 1...120) {
                let date = Int.random(in: 0...9)
                if Bool.random() {
                    scheduler.schedule(after: .init(), by: date) { ran.value.append(number) }
                    due.append((date, number))
                } else {
                    // Once, until it comes again far behind the end.
                    repeating.append(
                        (number, scheduler.repeating(after: date) { ran.value.append(number) }))
                    due.append((date, number))
                }
                if Int.random(in: 0..<3) == 0, let cancelled = repeating.indices.randomElement() {
                    let removed = repeating.remove(at: cancelled)
                    removed.cancellable.cancel()
                    due.removeAll { $0.number == removed.number }
                }
            }
            scheduler.advance(by: .seconds(10))
            XCTAssertEqual(ran.value, due.sorted { ($0.date, $0.number) < ($1.date, $1.number) }.map(\.number))
            XCTAssertEqual(scheduler.isIdle, repeating.isEmpty)
            for (_, cancellable) in repeating { cancellable.cancel() }
            XCTAssertTrue(scheduler.isIdle)
        }
    }
}

extension TestScheduler {
    fileprivate func schedule(after start: VirtualTime, by seconds: Int, _ action: @escaping @Sendable () -> Void) {
        schedule(after: start.advanced(by: .seconds(seconds)), tolerance: .zero, options: nil, action)
    }

    fileprivate func repeating(after seconds: Int, _ action: @escaping @Sendable () -> Void) -> any Cancellable {
        schedule(
            after: VirtualTime().advanced(by: .seconds(seconds)), interval: .seconds(1000), tolerance: .zero,
            options: nil,
            action)
    }
}
