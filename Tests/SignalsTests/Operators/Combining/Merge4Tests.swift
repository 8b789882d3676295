import Signals
import SignalsBattery
import XCTest

final class Merge4Tests: XCTestCase {
    private let subjects = (0..<4).map { _ in PassthroughSubject<Int, TestFailure>() }
    private let recorder = Recorder<Int, TestFailure>()

    override func setUp() {
        let s = subjects
        s[0].merge(with: s[1].map { $0 }, s[2], s[3]).subscribe(recorder)
    }

    func testKeepsTheLifecycle() {
        Lifecycle { $0.merge(with: Empty(), Empty(), Empty()) }.check()
    }

    func testDeliversTheValuesOfAllFourAsTheyCome() {
        for (index, subject) in subjects.enumerated().reversed() { subject.send(index) }
        XCTAssertEqual(recorder.values, Array((0..<4).reversed()))
    }

    func testFinishesWhenAllFourHaveFinished() {
        for subject in subjects.dropFirst() { subject.send(completion: .finished) }
        XCTAssertTrue(recorder.completions.isEmpty)
        subjects[0].send(1)
        subjects[0].send(completion: .finished)
        XCTAssertEqual(recorder.values, [1])
        XCTAssertEqual(recorder.completions, [.finished])
    }

    func testAFailureOfOneEndsAllFour() {
        subjects[3].send(completion: .failure(TestFailure()))
        for subject in subjects { subject.send(1) }
        XCTAssertEqual(recorder.values, [])
        XCTAssertEqual(recorder.completions, [.failure(TestFailure())])
    }

    func testMergingMoreIsOneMergeOfEight() {
        let e = Just(1)
        let merged = Publishers.Merge4(e, e, e, e).merge(with: e, e, e, e)
        XCTAssertEqual(merged, Publishers.Merge8(e, e, e, e, e, e, e, e))
    }
}
