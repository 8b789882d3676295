import Signals
import XCTest

final class ResultTransformingTests: XCTestCase {
    private let two = Result<Int, TestFailure>.success(2).publisher
    private let failed = Result<Int, TestFailure>.failure(TestFailure()).publisher

    func testOperatorsDoTheirWorkAtOnce() {
        XCTAssertEqual(two.map { $0 * 2 }.result, .success(4))
        XCTAssertEqual(failed.map { $0 * 2 }.result, .failure(TestFailure()))
        XCTAssertEqual(two.scan(1) { $0 + $1 }.result, .success(3))
        XCTAssertEqual(two.replaceError(with: 9).result, .success(2))
        XCTAssertEqual(failed.replaceError(with: 9).result, .success(9))
        XCTAssertEqual([two.replaceEmpty(with: 9), two.retry(1)], [two, two])
        XCTAssertEqual(Result<Int, Never>.success(2).publisher.setFailureType(to: TestFailure.self), two)
    }

    func testAnErrorIsMadeIntoAnother() {
        struct Worse: Error, Equatable {}
        XCTAssertEqual(failed.mapError { _ in Worse() }.result, .failure(Worse()))
    }

    func testAThrownErrorBecomesTheResult() {
        struct Worse: Error {}
        XCTAssertEqual(two.tryMap { $0 * 2 }.recording().values, [4])
        XCTAssertTrue(two.tryMap { _ -> Int in throw Worse() }.recording().failure is Worse)
        XCTAssertTrue(failed.tryMap { _ -> Int in throw Worse() }.recording().failure is TestFailure)
        XCTAssertTrue(two.tryScan(1) { _, _ in throw Worse() }.recording().failure is Worse)
    }
}
