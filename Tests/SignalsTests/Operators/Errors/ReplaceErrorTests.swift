import Signals
import SignalsBattery
import XCTest

final class ReplaceErrorTests: XCTestCase {
    func testKeepsTheLifecycle() {
        Lifecycle { $0.replaceError(with: 0) }.check()
    }

    func testDeliversTheReplacementAndFinishes() {
        let recorder = Recorder<Int, Never>()
        Fail<Int, TestFailure>(error: TestFailure()).replaceError(with: 7).subscribe(recorder)
        XCTAssertEqual(recorder.values, [7])
        XCTAssertEqual(recorder.completions, [.finished])
    }

    func testTheReplacementWaitsUntilItIsAskedFor() {
        let subject = PassthroughSubject<Int, TestFailure>()
        let recorder = Recorder<Int, Never>(.max(1))
        subject.replaceError(with: 7).subscribe(recorder)
        subject.send(1)
        subject.send(completion: .failure(TestFailure()))
        XCTAssertEqual(recorder.values, [1])
        XCTAssertEqual(recorder.completions, [])
        recorder.request(.max(1))
        XCTAssertEqual(recorder.values, [1, 7])
        XCTAssertEqual(recorder.completions, [.finished])
    }

    func testACancelWhileTheReplacementWaitsReleasesEverything() {
        weak var weakRecorder: Recorder<Int, Never>?
        do {
            let recorder = Recorder<Int, Never>(.none)
            weakRecorder = recorder
            Fail<Int, TestFailure>(error: TestFailure()).replaceError(with: 7).subscribe(recorder)
            recorder.cancel()
            recorder.request(.unlimited)
            XCTAssertEqual(recorder.values, [])
        }
        XCTAssertNil(weakRecorder)
    }
}
