import Signals
import XCTest

final class CountTests: XCTestCase {
    func testKeepsTheLifecycle() {
        Lifecycle { $0.count() }.check()
    }

    func testTheNumberOfValuesIsDelivered() {
        let source = PassthroughSubject<String, Never>()
        let recorder = source.count().recording()
        source.send("a")
        source.send("b")
        source.send(completion: .finished)
        XCTAssertEqual(recorder.values, [2])
        XCTAssertTrue(recorder.isFinished)
        XCTAssertEqual(Empty<Int, Never>().count().recording().values, [0])
    }

    func testEachSubscriberCountsForItself() {
        let counting = Record<Int, Never>(output: [1, 2], completion: .finished).count()
        XCTAssertEqual(counting.recording().values, [2])
        XCTAssertEqual(counting.recording().values, [2])
    }
}
