import Signals
import SignalsBattery
import XCTest

final class ResultFilteringTests: XCTestCase {
    func testTheOnlyValueIsTheFirstAndTheLastAndNoDuplicate() {
        let two = Result<Int, TestFailure>.success(2).publisher
        XCTAssertEqual([two.first(), two.last(), two.removeDuplicates()], [two, two, two])
        XCTAssertEqual(two.removeDuplicates { _, _ in true }, two)
        XCTAssertEqual(two.tryRemoveDuplicates { _, _ in throw TestFailure() }.recording().values, [2])
    }

    func testIgnoringTheOutputIgnoresTheFailureToo() {
        let failed = Result<Int, TestFailure>.failure(TestFailure()).publisher
        XCTAssertEqual(failed.ignoreOutput(), Empty(), "as in Combine, whose type leaves no other choice")
    }
}
