import Signals
import XCTest

final class JustTransformingTests: XCTestCase {
    func testOperatorsDoTheirWorkAtOnce() {
        XCTAssertEqual(Just(2).map { $0 * 2 }, Just(4))
        XCTAssertEqual(Just("x").compactMap { Int($0) }, Int?.none.publisher)
        XCTAssertEqual(Just(2).scan(1) { $0 + $1 }, Result<Int, Never>.success(3).publisher)
        XCTAssertEqual(Just(2).replaceError(with: 9), Just(2))
        XCTAssertEqual(Just(2).replaceEmpty(with: 9), Just(2))
        XCTAssertEqual(Just(2).retry(3), Just(2))
        XCTAssertEqual(Just(2).setFailureType(to: TestFailure.self), Result.success(2).publisher)
        func impossible(_ error: Never) -> TestFailure {}
        XCTAssertEqual(Just(2).mapError(impossible), Result.success(2).publisher)
    }

    func testAThrownErrorBecomesTheResult() {
        XCTAssertEqual(Just("5").tryMap { "\($0)!" }.recording().values, ["5!"])
        XCTAssertTrue(Just(2).tryMap { _ -> Int in throw TestFailure() }.recording().failure is TestFailure)
        XCTAssertEqual(Just(2).tryScan(1) { $0 + $1 }.recording().values, [3])
        XCTAssertTrue(Just(2).tryScan(1) { _, _ in throw TestFailure() }.recording().failure is TestFailure)
    }

    func testValuesAreAddedInFrontAndBehind() {
        XCTAssertEqual(Just(2).prepend(0, 1), [0, 1, 2].publisher)
        XCTAssertEqual(Just(2).prepend([1]), [1, 2].publisher)
        XCTAssertEqual(Just(2).append(3, 4), [2, 3, 4].publisher)
        XCTAssertEqual(Just(2).append(3...4), [2, 3, 4].publisher)
    }
}
