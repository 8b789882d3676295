import Signals
import XCTest

final class JustTests: XCTestCase {
    func testTheValueWaitsUntilItIsAskedFor() {
        let recorder = Recorder<Int, Never>(.none)
        Just(42).subscribe(recorder)
        XCTAssertEqual(recorder.values, [])
        recorder.request(.max(1))
        recorder.request(.max(1))
        XCTAssertEqual(recorder.values, [42])
        XCTAssertEqual(recorder.completions, [.finished])
    }

    func testACancelledSubscriberReceivesNothing() {
        let recorder = Recorder<Int, Never>(.none)
        Just(42).subscribe(recorder)
        recorder.cancel()
        recorder.request(.unlimited)
        XCTAssertEqual(recorder.values, [])
        XCTAssertEqual(recorder.completions, [])
    }

    func testACancelInsideTheValueLeavesOutTheCompletion() {
        let recorder = Recorder<Int, Never>(onValue: { recorder, _ in recorder.cancel() })
        Just(42).subscribe(recorder)
        XCTAssertEqual(recorder.values, [42])
        XCTAssertEqual(recorder.completions, [])
    }

    func testReleasesItsSubscriber() {
        weak var weakRecorder: Recorder<Int, Never>?
        do {
            let recorder = Recorder<Int, Never>()
            weakRecorder = recorder
            Just(42).subscribe(recorder)
        }
        XCTAssertNil(weakRecorder)
    }

    func testIsEqualByItsValue() {
        XCTAssertEqual(Just(1), Just(1))
        XCTAssertNotEqual(Just(1), Just(2))
    }
}
