import Signals
import SignalsBattery
import XCTest

final class SwitchToLatestTests: XCTestCase {
    private typealias Inner = PassthroughSubject<Int, TestFailure>
    private let outer = PassthroughSubject<AnyPublisher<Int, TestFailure>, TestFailure>()
    private let first = Inner()
    private let second = Inner()

    private func record(_ demand: Subscribers.Demand = .unlimited) -> Recorder<Int, TestFailure> {
        let recorder = Recorder<Int, TestFailure>(demand)
        outer.switchToLatest().subscribe(recorder)
        return recorder
    }

    func testKeepsTheLifecycle() {
        Lifecycle { $0.map { Just($0) }.switchToLatest() }.check()
        Lifecycle { upstream in Just(upstream).switchToLatest() }.check()
    }

    func testOnlyTheLatestPublisherIsHeard() {
        let recorder = record()
        outer.send(first.eraseToAnyPublisher())
        first.send(1)
        outer.send(second.eraseToAnyPublisher())
        first.send(2)
        second.send(3)
        XCTAssertEqual(recorder.values, [1, 3])
    }

    func testThePublisherBeforeIsCancelled() {
        let rogue = RoguePublisher<Int, TestFailure>()
        let recorder = record()
        outer.send(rogue.eraseToAnyPublisher())
        let connection = rogue.connect()
        outer.send(second.eraseToAnyPublisher())
        XCTAssertEqual(connection.cancels, 1)
        rogue.send(1)
        XCTAssertTrue(recorder.values.isEmpty)
    }

    func testDemandThatIsLeftGoesToTheLatest() {
        let third = RoguePublisher<Int, TestFailure>()
        let recorder = record(.max(5))
        outer.send(Numbers(1...2).eraseToAnyPublisher())
        outer.send(third.eraseToAnyPublisher())
        let connection = third.connect()
        XCTAssertEqual(connection.requests, [.max(3)])
        recorder.request(.max(4))
        XCTAssertEqual(connection.requests, [.max(3), .max(4)])
    }

    func testAllPublishersAreAskedOfUpstream() {
        let rogue = RoguePublisher<Just<Int>, Never>()
        let recorder = Recorder<Int, Never>(.max(1))
        rogue.switchToLatest().subscribe(recorder)
        XCTAssertEqual(rogue.connect().requests, [.unlimited])
    }

    func testFinishesWhenUpstreamAndTheLatestHaveFinished() {
        let recorder = record()
        outer.send(first.eraseToAnyPublisher())
        outer.send(completion: .finished)
        first.send(1)
        XCTAssertTrue(recorder.completions.isEmpty)
        first.send(completion: .finished)
        XCTAssertEqual(recorder.values, [1])
        XCTAssertEqual(recorder.completions, [.finished])
    }

    func testFinishesWithUpstreamIfTheLatestHasFinishedBefore() {
        let recorder = record()
        outer.send(first.eraseToAnyPublisher())
        first.send(completion: .finished)
        XCTAssertTrue(recorder.completions.isEmpty)
        outer.send(completion: .finished)
        XCTAssertEqual(recorder.completions, [.finished])
    }

    func testAFailureOfTheLatestEndsAllAndCancelsUpstream() {
        let rogue = RoguePublisher<AnyPublisher<Int, TestFailure>, TestFailure>()
        let recorder = Recorder<Int, TestFailure>()
        rogue.switchToLatest().subscribe(recorder)
        let connection = rogue.connect()
        rogue.send(first.eraseToAnyPublisher())
        first.send(completion: .failure(TestFailure()))
        XCTAssertEqual(recorder.completions, [.failure(TestFailure())])
        XCTAssertEqual(connection.cancels, 1)
    }

    func testAFailureOfUpstreamCancelsTheLatest() {
        let rogue = RoguePublisher<Int, TestFailure>()
        let recorder = record()
        outer.send(rogue.eraseToAnyPublisher())
        let connection = rogue.connect()
        outer.send(completion: .failure(TestFailure()))
        XCTAssertEqual(recorder.completions, [.failure(TestFailure())])
        XCTAssertEqual(connection.cancels, 1)
    }

    func testCancellingCancelsUpstreamAndTheLatest() {
        let rogue = RoguePublisher<Int, TestFailure>()
        let recorder = record()
        outer.send(rogue.eraseToAnyPublisher())
        let connection = rogue.connect()
        recorder.cancel()
        XCTAssertEqual(connection.cancels, 1)
    }

    func testPublishersThatCannotFailMayComeFromOneThatCan() {
        let recorder = Recorder<Int, TestFailure>()
        first.map { Just($0) }.switchToLatest().subscribe(recorder)
        first.send(1)
        first.send(completion: .failure(TestFailure()))
        XCTAssertEqual(recorder.values, [1])
        XCTAssertEqual(recorder.completions, [.failure(TestFailure())])
    }

    func testPublishersThatCanFailMayComeFromOneThatCannot() {
        let recorder = Recorder<Int, TestFailure>()
        Just(Fail<Int, TestFailure>(error: TestFailure())).switchToLatest().subscribe(recorder)
        XCTAssertEqual(recorder.completions, [.failure(TestFailure())])
    }

    func testSwitchingOnOneThreadWhileTheLatestDeliversOnAnotherKeepsValuesApart() {
        let recorder = record()
        DispatchQueue.concurrentPerform(iterations: 2) { [outer, first, second] side in
            for value in 0..<500 {
                if side == 0 {
                    outer.send((value.isMultiple(of: 2) ? first : second).eraseToAnyPublisher())
                } else {
                    first.send(value)
                    second.send(value)
                }
            }
        }
        outer.send(first.eraseToAnyPublisher())
        first.send(-1)
        XCTAssertEqual(recorder.values.last, -1)
        XCTAssertEqual(recorder.overlaps, 0)
    }
}
