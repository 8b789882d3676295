import Signals
import SignalsAlgorithms
import SignalsBattery
import XCTest

final class AmbTests: XCTestCase {
    private let left = PassthroughSubject<Int, TestFailure>()
    private let right = PassthroughSubject<Int, TestFailure>()

    func testKeepsTheLifecycle() {
        Lifecycle { $0.amb(with: Empty(completeImmediately: false)) }.check()
        Lifecycle { Empty(completeImmediately: false).amb(with: $0) }.check()
        Lifecycle { $0.amb(with: [$0, $0]) }.check()
    }

    func testTheFirstToDeliverIsHeardAndNoOther() {
        let recorder = left.amb(with: right).recording()
        right.send(1)
        left.send(2)
        right.send(3)
        left.send(completion: .failure(TestFailure()))
        right.send(completion: .finished)
        XCTAssertEqual(recorder.values, [1, 3])
        XCTAssertTrue(recorder.isFinished)
    }

    func testTheSlowerOneIsCancelledWithTheFirstValue() {
        let rogues = [RoguePublisher<Int, TestFailure>(), RoguePublisher<Int, TestFailure>()]
        let recorder = rogues[0].amb(with: rogues[1]).recording()
        let connections = rogues.map { $0.connect() }
        rogues[1].send(1)
        rogues[0].send(2)
        XCTAssertEqual(connections.map(\.cancels), [1, 0])
        XCTAssertEqual(recorder.values, [1])
    }

    func testAnEndDecidesToo() {
        let finished = left.amb(with: right).recording()
        let failed = right.amb(with: left).recording()
        left.send(completion: .failure(TestFailure()))
        right.send(1)
        XCTAssertEqual(finished.failure, TestFailure())
        XCTAssertEqual(failed.failure, TestFailure())
        XCTAssertTrue(finished.values.isEmpty)
    }

    func testOneThatHasEndedAlreadyLeavesTheOtherAlone() {
        let subscriptions = Locked(0)
        let other = Deferred { () -> Just<Int> in
            subscriptions.withLock { $0 += 1 }
            return Just(1)
        }
        let recorder = Empty<Int, Never>().amb(with: other).recording()
        XCTAssertTrue(recorder.isFinished)
        XCTAssertEqual(subscriptions.withLock { $0 }, 0)
    }

    func testDemandGoesToBothAndThenToTheFirstAlone() {
        let rogues = [RoguePublisher<Int, TestFailure>(), RoguePublisher<Int, TestFailure>()]
        let recorder = rogues[0].amb(with: rogues[1]).recording(.max(2))
        let connections = rogues.map { $0.connect() }
        rogues[0].send(1)
        recorder.request(.max(3))
        XCTAssertEqual(connections.map(\.requests), [[.max(2), .max(3)], [.max(2)]])
    }

    func testWithoutDemandNothingIsDecided() {
        let recorder = Just(1).amb(with: Just(2)).recording(.none)
        XCTAssertTrue(recorder.values.isEmpty)
        recorder.request(.max(1))
        XCTAssertEqual(recorder.values, [1])
        XCTAssertTrue(recorder.isFinished)
    }

    func testCancellingCancelsBoth() {
        let rogues = [RoguePublisher<Int, TestFailure>(), RoguePublisher<Int, TestFailure>()]
        let recorder = rogues[0].amb(with: rogues[1]).recording()
        let connections = rogues.map { $0.connect() }
        recorder.cancel()
        XCTAssertEqual(connections.map(\.cancels), [1, 1])
    }

    func testSeveralMayCompete() {
        let third = PassthroughSubject<Int, TestFailure>()
        let recorders = [left.amb(with: right, third).recording(), left.amb(with: [right, third]).recording()]
        third.send(3)
        right.send(2)
        left.send(1)
        XCTAssertEqual(recorders.map(\.values), [[3], [3]])
    }

    func testOfTwoThreadsOneIsHeard() {
        for _ in 0..<50 {
            let sides = [PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>()]
            let recorder = sides[0].amb(with: sides[1]).recording()
            DispatchQueue.concurrentPerform(iterations: 2) { side in
                for _ in 0..<20 { sides[side].send(side) }
            }
            XCTAssertEqual(Set(recorder.values).count, 1)
            XCTAssertEqual(recorder.overlaps, 0)
        }
    }
}
