import Signals
import XCTest

final class TryRemoveDuplicatesTests: XCTestCase {
    func testKeepsTheLifecycle() {
        Lifecycle { $0.tryRemoveDuplicates { $0 == $1 } }.check()
        Lifecycle { $0.tryRemoveDuplicates { _, _ in throw TestFailure() } }.check()
    }

    func testAValueThatIsADuplicateIsLeftOut() {
        let recorder = [1, 1, 2].publisher.eraseToAnyPublisher().tryRemoveDuplicates { $0 == $1 }.recording()
        XCTAssertEqual(recorder.values, [1, 2])
        XCTAssertTrue(recorder.isFinished)
    }

    func testTheFirstValuePassesAndAThrownErrorEndsIt() {
        let recorder = [1, 2, 3].publisher.tryRemoveDuplicates { _, _ in throw TestFailure() }.recording()
        XCTAssertEqual(recorder.values, [1])
        XCTAssertTrue(recorder.failure is TestFailure)
    }
}
