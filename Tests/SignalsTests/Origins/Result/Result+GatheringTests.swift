import Signals
import SignalsBattery
import XCTest

final class ResultGatheringTests: XCTestCase {
    private let two = Result<Int, TestFailure>.success(2).publisher
    private let failed = Result<Int, TestFailure>.failure(TestFailure()).publisher

    func testTheResultIsThereAtOnce() {
        XCTAssertEqual(two.allSatisfy { $0 > 2 }.result, .success(false))
        XCTAssertEqual(two.contains(2).result, .success(true))
        XCTAssertEqual(two.contains { $0 > 2 }.result, .success(false))
        XCTAssertEqual(two.collect().result, .success([2]))
        XCTAssertEqual(two.count().result, .success(1))
        XCTAssertEqual([two.min(), two.max(), two.min { $0 < $1 }, two.max { $0 < $1 }], [two, two, two, two])
        XCTAssertEqual(two.reduce(1) { $0 + $1 }.result, .success(3))
        let least: Result<Int, any Error>.Publisher = two.tryMin { _, _ in throw TestFailure() }
        let greatest: Result<Int, any Error>.Publisher = two.tryMax { _, _ in throw TestFailure() }
        XCTAssertEqual([least, greatest].map { $0.recording().values }, [[2], [2]], "nothing is compared")
    }

    func testAnErrorStaysTheResult() {
        XCTAssertEqual(failed.count().result, .failure(TestFailure()))
        XCTAssertEqual(failed.collect().result, .failure(TestFailure()))
        XCTAssertEqual(failed.contains(2).result, .failure(TestFailure()))
        XCTAssertTrue(failed.tryMin { $0 < $1 }.recording().failure is TestFailure)
        XCTAssertTrue(failed.tryMax { $0 < $1 }.recording().failure is TestFailure)
    }

    func testAThrownErrorBecomesTheResult() {
        XCTAssertEqual(two.tryAllSatisfy { $0 > 1 }.recording().values, [true])
        XCTAssertTrue(two.tryAllSatisfy { _ in throw TestFailure() }.recording().failure is TestFailure)
        XCTAssertTrue(two.tryContains { _ in throw TestFailure() }.recording().failure is TestFailure)
        XCTAssertTrue(two.tryReduce(1) { _, _ in throw TestFailure() }.recording().failure is TestFailure)
    }
}
