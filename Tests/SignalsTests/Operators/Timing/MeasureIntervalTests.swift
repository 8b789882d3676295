import Signals
import SignalsBattery
import SignalsTesting
import XCTest

final class MeasureIntervalTests: XCTestCase {
    private let scheduler = TestScheduler()
    private let subject = PassthroughSubject<Int, TestFailure>()

    func testKeepsTheLifecycle() {
        Lifecycle { $0.measureInterval(using: PromptScheduler()) }.check()
    }

    func testTheFirstIntervalBeginsWithTheSubscriptionTheOthersWithTheValueBefore() {
        let recorder = Recorder<VirtualTime.Stride, TestFailure>()
        scheduler.advance(by: .seconds(100))
        subject.measureInterval(using: scheduler).subscribe(recorder)
        for seconds in [3, 1, 0] {
            scheduler.advance(by: .seconds(seconds))
            subject.send(0)
        }
        XCTAssertEqual(recorder.values, [.seconds(3), .seconds(1), .seconds(0)])
    }

    func testDemandAndCompletionPassUnchanged() {
        let numbers = Numbers<TestFailure>(1...2, then: .failure(TestFailure()))
        let recorder = Recorder<VirtualTime.Stride, TestFailure>(.max(1), then: .max(1))
        numbers.measureInterval(using: scheduler).subscribe(recorder)
        XCTAssertEqual(numbers.requests, [.max(1), .max(1), .max(1)])
        XCTAssertEqual(recorder.completions, [.failure(TestFailure())])
    }
}
