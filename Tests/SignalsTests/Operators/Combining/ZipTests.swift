import Signals
import SignalsBattery
import XCTest

final class ZipTests: XCTestCase {
    private let left = PassthroughSubject<Int, TestFailure>()
    private let right = PassthroughSubject<String, TestFailure>()

    private func record(
        _ demand: Subscribers.Demand = .unlimited, then more: Subscribers.Demand = .none
    ) -> Recorder<String, TestFailure> {
        let recorder = Recorder<String, TestFailure>(demand, then: more)
        left.zip(right) { "\($0)\($1)" }.subscribe(recorder)
        return recorder
    }

    func testKeepsTheLifecycle() {
        Lifecycle { $0.zip(Numbers(1...1000)) }.check()
        Lifecycle { Numbers(1...2000).zip($0) }.check()
        Lifecycle { $0.zip(Just(1).setFailureType(to: TestFailure.self)) }.check()
    }

    func testPairsFirstWithFirstAndSecondWithSecond() {
        let recorder = record()
        left.send(1)
        left.send(2)
        XCTAssertEqual(recorder.values, [])
        right.send("a")
        right.send("b")
        right.send("c")
        XCTAssertEqual(recorder.values, ["1a", "2b"])
        left.send(3)
        XCTAssertEqual(recorder.values, ["1a", "2b", "3c"])
    }

    func testFinishesWhenAFinishedSideHasNoValueLeft() {
        let recorder = record()
        left.send(1)
        left.send(completion: .finished)
        XCTAssertTrue(recorder.completions.isEmpty, "a value waits for its counterpart")
        right.send("a")
        XCTAssertEqual(recorder.values, ["1a"])
        XCTAssertEqual(recorder.completions, [.finished])
    }

    func testFinishesAtOnceWhenASideWithoutValuesFinishes() {
        let recorder = record()
        left.send(1)
        right.send(completion: .finished)
        XCTAssertEqual(recorder.completions, [.finished])
    }

    func testFinishingCancelsTheOtherSide() {
        let rogue = RoguePublisher<Int, TestFailure>()
        let recorder = Recorder<(Int, String), TestFailure>()
        rogue.zip(right).subscribe(recorder)
        let connection = rogue.connect()
        right.send(completion: .finished)
        XCTAssertEqual(connection.cancels, 1)
    }

    func testAFailureEndsBothAtOnceAndDropsWhatWaits() {
        let rogue = RoguePublisher<Int, TestFailure>()
        let recorder = Recorder<(Int, String), TestFailure>()
        rogue.zip(right).subscribe(recorder)
        let connection = rogue.connect()
        rogue.send(1)
        right.send(completion: .failure(TestFailure()))
        XCTAssertEqual(recorder.completions, [.failure(TestFailure())])
        XCTAssertEqual(connection.cancels, 1)
        XCTAssertTrue(recorder.values.isEmpty)
    }

    func testDemandGoesToBothSides() {
        let numbers = [Numbers<TestFailure>(1...9), Numbers<TestFailure>(1...9)]
        let recorder = Recorder<(Int, Int), TestFailure>(.max(2))
        numbers[0].zip(numbers[1]).subscribe(recorder)
        XCTAssertEqual(recorder.values.map(\.0), [1, 2])
        recorder.request(.max(3))
        XCTAssertEqual(recorder.values.map(\.1), [1, 2, 3, 4, 5])
        XCTAssertEqual(numbers.map(\.requests), [[.max(2), .max(3)], [.max(2), .max(3)]])
    }

    func testDemandReturnedForAPairGoesToBothSides() {
        let numbers = [Numbers<TestFailure>(1...4), Numbers<TestFailure>(1...4)]
        let recorder = Recorder<(Int, Int), TestFailure>(.max(1), then: .max(1))
        numbers[0].zip(numbers[1]).subscribe(recorder)
        XCTAssertEqual(recorder.values.map(\.0), [1, 2, 3, 4])
        XCTAssertEqual(recorder.completions, [.finished])
        XCTAssertEqual(numbers.map(\.requests.first), [.max(1), .max(1)])
    }

    func testCancellingCancelsBothSides() {
        let rogues = [RoguePublisher<Int, TestFailure>(), RoguePublisher<Int, TestFailure>()]
        let recorder = Recorder<(Int, Int), TestFailure>()
        rogues[0].zip(rogues[1]).subscribe(recorder)
        let connections = rogues.map { $0.connect() }
        recorder.cancel()
        XCTAssertEqual(connections.map(\.cancels), [1, 1])
    }

    func testASideThatIsSubscribedLaterIsAskedForWhatWasWanted() {
        let rogue = RoguePublisher<Int, TestFailure>()
        let recorder = Recorder<(Int, String), TestFailure>(.max(3))
        rogue.zip(right).subscribe(recorder)
        recorder.request(.max(2))
        XCTAssertEqual(rogue.connect().requests, [.max(5)])
    }

    func testAPairOfSynchronousPublishersIsDeliveredAtOnce() {
        let recorder = Recorder<(Int, String), Never>()
        Just(1).zip(Just("a")).subscribe(recorder)
        XCTAssertEqual(recorder.values.map(\.1), ["a"])
        XCTAssertEqual(recorder.completions, [.finished])
    }

    func testTwoThreadsAreZippedInOrder() {
        let recorder = Recorder<(Int, Int), TestFailure>()
        let sides = [PassthroughSubject<Int, TestFailure>(), PassthroughSubject<Int, TestFailure>()]
        sides[0].zip(sides[1]).subscribe(recorder)
        DispatchQueue.concurrentPerform(iterations: 2) { side in
            for value in 0..<1000 { sides[side].send(value) }
        }
        XCTAssertEqual(recorder.values.map(\.0), Array(0..<1000))
        XCTAssertEqual(recorder.values.map(\.1), Array(0..<1000))
        XCTAssertEqual(recorder.overlaps, 0)
    }

    func testTheLastPairIsOutBeforeTheOtherSideIsCancelled() {
        let recorder = Recorder<(Int, String), TestFailure>(.max(1))
        left.zip(right.handleEvents(receiveCancel: { recorder.request(.max(1)) })).subscribe(recorder)
        left.send(1)
        left.send(completion: .finished)
        right.send("a")
        XCTAssertEqual(recorder.values.count, 1)
        XCTAssertEqual(recorder.completions, [.finished])
        XCTAssertFalse(recorder.hasEventsAfterCompletion, "the pair comes before the end")
    }

    func testCancellingInTheLastPairCancelsTheOtherSideAtOnce() {
        let rogue = RoguePublisher<String, TestFailure>()
        let chain = CurrentValueSubject<AnyCancellable?, Never>(nil)
        let cancels = CurrentValueSubject<[Int], Never>([])
        let connection = CurrentValueSubject<RoguePublisher<String, TestFailure>.Connection?, Never>(nil)
        chain.value = left.zip(rogue).sink(
            receiveCompletion: { XCTFail("\($0) after a cancel") },
            receiveValue: { _ in
                chain.value?.cancel()
                cancels.value.append(connection.value?.cancels ?? 0)
            })
        connection.value = rogue.connect()
        left.send(1)
        left.send(completion: .finished)
        rogue.send("a")
        XCTAssertEqual(cancels.value, [1])
        XCTAssertEqual(connection.value?.cancels, 1)
    }

    func testTheOtherSideIsCancelledBeforeTheEndThatFollowsTheLastPair() {
        let events = CurrentValueSubject<[String], Never>([])
        let chain = left.zip(right.handleEvents(receiveCancel: { events.value.append("cancel") })).sink(
            receiveCompletion: { _ in events.value.append("end") }, receiveValue: { _ in events.value.append("pair") })
        left.send(1)
        left.send(completion: .finished)
        right.send("a")
        XCTAssertEqual(events.value, ["pair", "cancel", "end"])
        withExtendedLifetime(chain) {}
    }

    func testTheOtherSideIsNotAskedForMoreInTheLastPair() {
        let rogue = RoguePublisher<String, TestFailure>()
        let recorder = Recorder<(Int, String), TestFailure>(.max(1), then: .max(1))
        left.zip(rogue).subscribe(recorder)
        let connection = rogue.connect()
        left.send(1)
        left.send(completion: .finished)
        rogue.send("a")
        XCTAssertEqual(recorder.completions, [.finished])
        XCTAssertEqual(connection.requests, [.max(1)])
    }
}
