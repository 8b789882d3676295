import Signals
import SignalsAlgorithms
import SignalsBattery
import XCTest

final class CollectionMergeTests: XCTestCase {
    func testKeepsTheLifecycle() {
        Lifecycle { [$0].merge() }.check()
    }

    func testValuesComeAsTheyAreSent() {
        let subjects = (0..<3).map { _ in PassthroughSubject<Int, TestFailure>() }
        let recorder = subjects.merge().recording()
        for index in [2, 0, 1, 2] { subjects[index].send(index) }
        XCTAssertEqual(recorder.values, [2, 0, 1, 2])
    }

    func testFinishesWhenAllHaveFinished() {
        let subjects = (0..<3).map { _ in PassthroughSubject<Int, TestFailure>() }
        let recorder = subjects.merge().recording()
        for subject in subjects {
            XCTAssertTrue(recorder.completions.isEmpty)
            subject.send(completion: .finished)
        }
        XCTAssertTrue(recorder.isFinished)
    }

    func testAFailureEndsAll() {
        let subjects = (0..<3).map { _ in PassthroughSubject<Int, TestFailure>() }
        let recorder = subjects.merge().recording()
        subjects[1].send(completion: .failure(TestFailure()))
        subjects[0].send(1)
        XCTAssertTrue(recorder.values.isEmpty)
        XCTAssertEqual(recorder.failure, TestFailure())
    }

    func testDemandIsHonoured() {
        let recorder = [Numbers<Never>(1...3), Numbers<Never>(4...6)].merge().recording(.max(4))
        XCTAssertEqual(recorder.values.count, 4)
        recorder.request(.unlimited)
        XCTAssertEqual(recorder.values.sorted(), [1, 2, 3, 4, 5, 6])
        XCTAssertTrue(recorder.isFinished)
    }

    func testNoPublishersFinishAtOnce() {
        let recorder = [Just<Int>]().merge().recording(.none)
        XCTAssertEqual(recorder.subscriptionCount, 1)
        XCTAssertTrue(recorder.isFinished)
    }
}
