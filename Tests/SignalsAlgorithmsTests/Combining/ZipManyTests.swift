import Signals
import SignalsAlgorithms
import SignalsBattery
import XCTest

final class ZipManyTests: XCTestCase {
    private let subjects = (0..<3).map { _ in PassthroughSubject<Int, TestFailure>() }

    func testKeepsTheLifecycle() {
        Lifecycle { [$0].zip() }.check()
        Lifecycle { [$0, Numbers(1...1000).eraseToAnyPublisher()].zip() }.check()
    }

    func testFirstValuesComeTogetherThenSecondOnes() {
        let recorder = subjects.zip().recording()
        subjects[0].send(1)
        subjects[0].send(2)
        subjects[2].send(5)
        XCTAssertTrue(recorder.values.isEmpty)
        subjects[1].send(3)
        XCTAssertEqual(recorder.values, [[1, 3, 5]])
        subjects[1].send(4)
        subjects[2].send(6)
        XCTAssertEqual(recorder.values, [[1, 3, 5], [2, 4, 6]])
    }

    func testFinishesWhenAFinishedOneHasNoValueLeft() {
        let recorder = subjects.zip().recording()
        subjects[0].send(1)
        subjects[0].send(completion: .finished)
        XCTAssertTrue(recorder.completions.isEmpty)
        subjects[1].send(2)
        subjects[2].send(3)
        XCTAssertEqual(recorder.values, [[1, 2, 3]])
        XCTAssertTrue(recorder.isFinished)
    }

    func testAFailureEndsAllAndDropsWhatWaits() {
        let recorder = subjects.zip().recording()
        subjects[0].send(1)
        subjects[1].send(completion: .failure(TestFailure()))
        XCTAssertTrue(recorder.values.isEmpty)
        XCTAssertEqual(recorder.failure, TestFailure())
    }

    func testDemandGoesToEach() {
        let numbers = (0..<3).map { _ in Numbers<Never>(1...9) }
        let recorder = numbers.zip().recording(.max(2))
        XCTAssertEqual(recorder.values, [[1, 1, 1], [2, 2, 2]])
        recorder.request(.max(1))
        XCTAssertEqual(recorder.values.last, [3, 3, 3])
        XCTAssertEqual(numbers.map(\.requests), Array(repeating: [.max(2), .max(1)], count: 3))
    }

    func testThereMayBeMoreThanAByteHasBits() {
        let publishers = (0..<200).map { Just($0) }
        let recorder = publishers.zip().recording()
        XCTAssertEqual(recorder.values, [Array(0..<200)])
        XCTAssertTrue(recorder.isFinished)
    }

    func testCancellingCancelsAll() {
        let rogues = (0..<3).map { _ in RoguePublisher<Int, Never>() }
        let recorder = rogues.zip().recording()
        let connections = rogues.map { $0.connect() }
        recorder.cancel()
        XCTAssertEqual(connections.map(\.cancels), [1, 1, 1])
    }

    func testNoPublishersFinishAtOnceWithoutAValue() {
        let recorder = [Just<Int>]().zip().recording()
        XCTAssertTrue(recorder.values.isEmpty)
        XCTAssertTrue(recorder.isFinished)
    }

    func testSeveralThreadsAreZippedInOrder() {
        let recorder = subjects.zip().recording()
        DispatchQueue.concurrentPerform(iterations: 3) { [subjects] side in
            for value in 0..<300 { subjects[side].send(value) }
        }
        XCTAssertEqual(recorder.values, (0..<300).map { [$0, $0, $0] })
        XCTAssertEqual(recorder.overlaps, 0)
    }
}
