import Signals
import SignalsAlgorithms
import SignalsBattery
import XCTest

final class AmbManyTests: XCTestCase {
    func testKeepsTheLifecycle() {
        Lifecycle { [$0].amb() }.check()
        Lifecycle { upstream in
            [upstream, Empty<Int, TestFailure>(completeImmediately: false).eraseToAnyPublisher()].amb()
        }.check()
    }

    func testTheFirstOfAllIsHeard() {
        let subjects = (0..<20).map { _ in PassthroughSubject<Int, Never>() }
        let recorder = subjects.amb().recording()
        subjects[13].send(13)
        for (index, subject) in subjects.enumerated() { subject.send(index) }
        subjects[13].send(completion: .finished)
        XCTAssertEqual(recorder.values, [13, 13])
        XCTAssertTrue(recorder.isFinished)
    }

    func testAllOthersAreCancelled() {
        let rogues = (0..<4).map { _ in RoguePublisher<Int, Never>() }
        let recorder = rogues.amb().recording()
        let connections = rogues.map { $0.connect() }
        rogues[2].send(1)
        XCTAssertEqual(connections.map(\.cancels), [1, 1, 0, 1])
        recorder.cancel()
        XCTAssertEqual(connections.map(\.cancels), [1, 1, 1, 1])
    }

    func testNoPublishersFinishAtOnce() {
        let recorder = [Just<Int>]().amb().recording(.none)
        XCTAssertEqual(recorder.subscriptionCount, 1)
        XCTAssertTrue(recorder.isFinished)
    }
}
