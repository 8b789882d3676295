import Signals
import SignalsBattery
import XCTest

final class Merge7Tests: XCTestCase {
    private let subjects = (0..<7).map { _ in PassthroughSubject<Int, TestFailure>() }
    private let recorder = Recorder<Int, TestFailure>()

    override func setUp() {
        let s = subjects
        s[0].merge(with: s[1].map { $0 }, s[2], s[3], s[4], s[5], s[6]).subscribe(recorder)
    }

    func testKeepsTheLifecycle() {
        Lifecycle { $0.merge(with: Empty(), Empty(), Empty(), Empty(), Empty(), Empty()) }.check()
    }

    func testDeliversTheValuesOfAllSevenAsTheyCome() {
        for (index, subject) in subjects.enumerated().reversed() { subject.send(index) }
        XCTAssertEqual(recorder.values, Array((0..<7).reversed()))
    }

    func testFinishesWhenAllSevenHaveFinished() {
        for subject in subjects.dropFirst() { subject.send(completion: .finished) }
        XCTAssertTrue(recorder.completions.isEmpty)
        subjects[0].send(1)
        subjects[0].send(completion: .finished)
        XCTAssertEqual(recorder.values, [1])
        XCTAssertEqual(recorder.completions, [.finished])
    }

    func testAFailureOfOneEndsAllSeven() {
        subjects[6].send(completion: .failure(TestFailure()))
        for subject in subjects { subject.send(1) }
        XCTAssertEqual(recorder.values, [])
        XCTAssertEqual(recorder.completions, [.failure(TestFailure())])
    }

    func testMergingMoreIsOneMergeOfEight() {
        let e = Just(1)
        let merged = Publishers.Merge7(e, e, e, e, e, e, e).merge(with: e)
        XCTAssertEqual(merged, Publishers.Merge8(e, e, e, e, e, e, e, e))
    }
}
