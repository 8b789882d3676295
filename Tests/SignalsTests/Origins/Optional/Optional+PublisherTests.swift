import Signals
import XCTest

final class OptionalPublisherTests: XCTestCase {
    func testTheValueWaitsUntilItIsAskedFor() {
        let recorder = Int?(1).publisher.recording(.none)
        XCTAssertTrue(recorder.completions.isEmpty)
        recorder.request(.max(1))
        XCTAssertEqual(recorder.values, [1])
        XCTAssertTrue(recorder.isFinished)
    }

    func testNilFinishesAtOnce() {
        let recorder = Int?.none.publisher.recording(.none)
        XCTAssertEqual(recorder.subscriptionCount, 1)
        XCTAssertEqual(recorder.values, [])
        XCTAssertTrue(recorder.isFinished)
    }

    func testItIsMadeFromItsValue() {
        XCTAssertEqual(Optional.Publisher(1), Int?(1).publisher)
        XCTAssertEqual(Optional<Int>.Publisher(nil).output, nil)
    }
}
