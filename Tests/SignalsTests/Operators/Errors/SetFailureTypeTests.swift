import Signals
import SignalsBattery
import XCTest

final class SetFailureTypeTests: XCTestCase {
    func testKeepsTheLifecycle() {
        Lifecycle(passesEverything: true) { $0.replaceError(with: 0).setFailureType(to: TestFailure.self) }.check()
    }

    func testPassesEverythingOn() {
        let recorder = Recorder<Int, TestFailure>(.max(1))
        Just(1).setFailureType(to: TestFailure.self).subscribe(recorder)
        XCTAssertEqual(recorder.values, [1])
        XCTAssertEqual(recorder.completions, [.finished])
    }

    func testTheTypeCanBeChangedOnceMore() {
        let recorder = Recorder<Int, any Error>()
        Just(1).setFailureType(to: TestFailure.self).setFailureType(to: (any Error).self).subscribe(recorder)
        XCTAssertEqual(recorder.values, [1])
    }
}
