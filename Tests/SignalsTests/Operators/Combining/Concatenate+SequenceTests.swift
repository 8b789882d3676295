import SignalsBattery
import Signals
import XCTest

final class ConcatenateSequenceTests: XCTestCase {
    private let subject = PassthroughSubject<Int, TestFailure>()

    func testKeepsTheLifecycle() {
        Lifecycle { $0.append(7, 8) }.check()
        Lifecycle { $0.prepend([Int]()) }.check()
    }

    func testValuesAndSequencesAreDeliveredAfterwards() {
        let recorders = [Recorder<Int, TestFailure>(), Recorder<Int, TestFailure>()]
        subject.append(7, 8).subscribe(recorders[0])
        subject.append(7...8).subscribe(recorders[1])
        subject.send(1)
        subject.send(completion: .finished)
        XCTAssertEqual(recorders.map(\.values), [[1, 7, 8], [1, 7, 8]])
        XCTAssertEqual(recorders.map(\.completions), [[.finished], [.finished]])
    }

    func testValuesAndSequencesAreDeliveredBefore() {
        let recorders = [Recorder<Int, TestFailure>(), Recorder<Int, TestFailure>()]
        subject.prepend(7, 8).subscribe(recorders[0])
        subject.prepend([7, 8]).subscribe(recorders[1])
        XCTAssertEqual(recorders.map(\.values), [[7, 8], [7, 8]])
        subject.send(1)
        XCTAssertEqual(recorders.map(\.values), [[7, 8, 1], [7, 8, 1]])
    }

    func testAFailureKeepsTheValuesBehindItFromBeingDelivered() {
        let recorder = Recorder<Int, TestFailure>()
        subject.append(7).subscribe(recorder)
        subject.send(completion: .failure(TestFailure()))
        XCTAssertEqual(recorder.values, [])
        XCTAssertEqual(recorder.completions, [.failure(TestFailure())])
    }

    func testValuesWaitUntilTheyAreAskedFor() {
        let recorder = Recorder<Int, TestFailure>(.max(1))
        subject.prepend(1, 2).append(3).subscribe(recorder)
        XCTAssertEqual(recorder.values, [1])
        recorder.request(.max(1))
        XCTAssertEqual(recorder.values, [1, 2])
        subject.send(completion: .finished)
        XCTAssertEqual(recorder.values, [1, 2])
        recorder.request(.max(1))
        XCTAssertEqual(recorder.values, [1, 2, 3])
        XCTAssertEqual(recorder.completions, [.finished])
    }
}
