import Signals
import SignalsAlgorithms
import SignalsBattery
import XCTest

final class CombineLatestManyTests: XCTestCase {
    private let subjects = (0..<3).map { _ in PassthroughSubject<Int, TestFailure>() }

    func testKeepsTheLifecycle() {
        Lifecycle { [$0].combineLatest() }.check()
        Lifecycle { [$0, Just(1).setFailureType(to: TestFailure.self).eraseToAnyPublisher()].combineLatest() }.check()
    }

    func testTheLatestOfAllComeWithEachChange() {
        let recorder = subjects.combineLatest().recording()
        subjects[0].send(1)
        subjects[0].send(2)
        subjects[1].send(3)
        XCTAssertTrue(recorder.values.isEmpty)
        subjects[2].send(4)
        subjects[0].send(5)
        XCTAssertEqual(recorder.values, [[2, 3, 4], [5, 3, 4]])
    }

    func testFinishesWhenAllHaveFinished() {
        let recorder = subjects.combineLatest().recording()
        for subject in subjects { subject.send(0) }
        for subject in subjects {
            XCTAssertTrue(recorder.completions.isEmpty)
            subject.send(completion: .finished)
        }
        XCTAssertTrue(recorder.isFinished)
    }

    func testAFailureEndsAll() {
        let recorder = subjects.combineLatest().recording()
        subjects[2].send(completion: .failure(TestFailure()))
        XCTAssertEqual(recorder.failure, TestFailure())
    }

    func testTheLatestCombinationWaitsForDemand() {
        let recorder = subjects.combineLatest().recording(.max(1))
        for subject in subjects { subject.send(0) }
        subjects[0].send(1)
        subjects[0].send(2)
        XCTAssertEqual(recorder.values, [[0, 0, 0]])
    }

    func testThereMayBeMoreThanAByteHasBits() {
        let recorder = (0..<200).map { Just($0) }.combineLatest().recording()
        XCTAssertEqual(recorder.values, [Array(0..<200)])
        XCTAssertTrue(recorder.isFinished)
    }

    func testCancellingCancelsAll() {
        let rogues = (0..<3).map { _ in RoguePublisher<Int, Never>() }
        let recorder = rogues.combineLatest().recording()
        let connections = rogues.map { $0.connect() }
        recorder.cancel()
        XCTAssertEqual(connections.map(\.cancels), [1, 1, 1])
    }

    func testNoPublishersFinishAtOnceWithoutAValue() {
        let recorder = [Just<Int>]().combineLatest().recording()
        XCTAssertTrue(recorder.values.isEmpty)
        XCTAssertTrue(recorder.isFinished)
    }
}
