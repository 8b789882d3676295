import Signals
import SignalsBattery
import XCTest

final class CollectTests: XCTestCase {
    func testKeepsTheLifecycle() {
        Lifecycle { $0.collect() }.check()
    }

    func testDeliversAllValuesAtTheEnd() {
        let subject = PassthroughSubject<Int, TestFailure>()
        let recorder = Recorder<[Int], TestFailure>(.none)
        subject.collect().subscribe(recorder)
        for value in 1...3 { subject.send(value) }
        subject.send(completion: .finished)
        XCTAssertEqual(recorder.values, [])
        recorder.request(.max(1))
        XCTAssertEqual(recorder.values, [[1, 2, 3]])
        XCTAssertEqual(recorder.completions, [.finished])
    }

    func testDeliversAnEmptyArrayWhenNoValueCame() {
        let recorder = Recorder<[Int], Never>()
        Empty<Int, Never>().collect().subscribe(recorder)
        XCTAssertEqual(recorder.values, [[]])
    }

    func testAFailureDropsWhatWasGathered() {
        let subject = PassthroughSubject<Int, TestFailure>()
        let recorder = Recorder<[Int], TestFailure>()
        subject.collect().subscribe(recorder)
        subject.send(1)
        subject.send(completion: .failure(TestFailure()))
        XCTAssertEqual(recorder.values, [])
        XCTAssertEqual(recorder.completions, [.failure(TestFailure())])
    }
}
