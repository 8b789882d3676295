import Signals
import SignalsBattery
import XCTest

final class Merge8Tests: XCTestCase {
    private let subjects = (0..<8).map { _ in PassthroughSubject<Int, TestFailure>() }
    private let recorder = Recorder<Int, TestFailure>()

    override func setUp() {
        let s = subjects
        s[0].merge(with: s[1].map { $0 }, s[2], s[3], s[4], s[5], s[6], s[7]).subscribe(recorder)
    }

    func testKeepsTheLifecycle() {
        Lifecycle { $0.merge(with: Empty(), Empty(), Empty(), Empty(), Empty(), Empty(), Empty()) }.check()
    }

    func testDeliversTheValuesOfAllEightAsTheyCome() {
        for (index, subject) in subjects.enumerated().reversed() { subject.send(index) }
        XCTAssertEqual(recorder.values, Array((0..<8).reversed()))
    }

    func testFinishesWhenAllEightHaveFinished() {
        for subject in subjects.dropFirst() { subject.send(completion: .finished) }
        XCTAssertTrue(recorder.completions.isEmpty)
        subjects[0].send(1)
        subjects[0].send(completion: .finished)
        XCTAssertEqual(recorder.values, [1])
        XCTAssertEqual(recorder.completions, [.finished])
    }

    func testAFailureOfOneEndsAllEight() {
        subjects[7].send(completion: .failure(TestFailure()))
        for subject in subjects { subject.send(1) }
        XCTAssertEqual(recorder.values, [])
        XCTAssertEqual(recorder.completions, [.failure(TestFailure())])
    }
}
