import SignalsTesting
import XCTest

final class VirtualTimeTests: XCTestCase {
    func testTimeIsCountedInNanoseconds() {
        XCTAssertEqual(VirtualTime.Stride.seconds(1).magnitude, 1_000_000_000)
        XCTAssertEqual(VirtualTime.Stride.seconds(0.5), .milliseconds(500))
        XCTAssertEqual(VirtualTime.Stride.microseconds(3), .nanoseconds(3000))
        XCTAssertEqual(1.5 as VirtualTime.Stride, .milliseconds(1500))
        XCTAssertEqual(2 as VirtualTime.Stride, .seconds(2))
    }

    func testMomentsAndStretchesAddUp() {
        let moment = VirtualTime(.seconds(3))
        XCTAssertEqual(moment.advanced(by: .seconds(2)), VirtualTime(.seconds(5)))
        XCTAssertEqual(moment.distance(to: VirtualTime(.seconds(1))), .seconds(-2))
    }

    func testTheLongestStretchIsNeverPassed() {
        let forever = VirtualTime(.seconds(Double.infinity))
        XCTAssertEqual(forever.advanced(by: .seconds(1)), forever)
        XCTAssertGreaterThan(forever, VirtualTime(.seconds(1_000_000)))
    }
}
