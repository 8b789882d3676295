import Signals
import XCTest

final class JustGatheringTests: XCTestCase {
    func testTheResultIsThereAtOnce() {
        XCTAssertEqual(Just(2).allSatisfy { $0 > 2 }, Just(false))
        XCTAssertEqual(Just(2).contains(2), Just(true))
        XCTAssertEqual(Just(2).contains { $0 > 2 }, Just(false))
        XCTAssertEqual(Just(2).collect(), Just([2]))
        XCTAssertEqual(Just(2).count(), Just(1))
        XCTAssertEqual([Just(2).min(), Just(2).max()], [Just(2), Just(2)])
        XCTAssertEqual([Just(2).min { $0 < $1 }, Just(2).max { $0 < $1 }], [Just(2), Just(2)])
        XCTAssertEqual(Just(2).reduce(1) { $0 + $1 }, Result<Int, Never>.success(3).publisher)
    }

    func testAThrownErrorBecomesTheResult() {
        XCTAssertEqual(Just(2).tryAllSatisfy { $0 > 1 }.recording().values, [true])
        XCTAssertTrue(Just(2).tryAllSatisfy { _ in throw TestFailure() }.recording().failure is TestFailure)
        XCTAssertTrue(Just(2).tryContains { _ in throw TestFailure() }.recording().failure is TestFailure)
        XCTAssertTrue(Just(2).tryReduce(1) { _, _ in throw TestFailure() }.recording().failure is TestFailure)
    }
}
