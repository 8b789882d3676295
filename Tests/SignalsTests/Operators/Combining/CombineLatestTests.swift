import Signals
import SignalsBattery
import XCTest

final class CombineLatestTests: XCTestCase {
    private let left = PassthroughSubject<Int, TestFailure>()
    private let right = PassthroughSubject<String, TestFailure>()

    private func record(_ demand: Subscribers.Demand = .unlimited) -> Recorder<String, TestFailure> {
        let recorder = Recorder<String, TestFailure>(demand)
        left.combineLatest(right) { "\($0)\($1)" }.subscribe(recorder)
        return recorder
    }

    func testKeepsTheLifecycle() {
        Lifecycle { $0.combineLatest(Just(1).setFailureType(to: TestFailure.self)) }.check()
        Lifecycle { Numbers(1...3).combineLatest($0) }.check()
    }

    func testDeliversTheLatestOfBothWheneverOneChanges() {
        let recorder = record()
        left.send(1)
        left.send(2)
        XCTAssertEqual(recorder.values, [], "nothing before both have a value")
        right.send("a")
        left.send(3)
        right.send("b")
        XCTAssertEqual(recorder.values, ["2a", "3a", "3b"])
    }

    func testFinishesWhenBothHaveFinished() {
        let recorder = record()
        left.send(1)
        left.send(completion: .finished)
        right.send("a")
        right.send("b")
        XCTAssertTrue(recorder.completions.isEmpty)
        right.send(completion: .finished)
        XCTAssertEqual(recorder.values, ["1a", "1b"])
        XCTAssertEqual(recorder.completions, [.finished])
    }

    func testAFailureEndsBoth() {
        let recorder = record()
        left.send(1)
        right.send(completion: .failure(TestFailure()))
        left.send(2)
        XCTAssertEqual(recorder.completions, [.failure(TestFailure())])
    }

    func testAFailureCancelsTheOther() {
        let rogue = RoguePublisher<Int, TestFailure>()
        let recorder = Recorder<(Int, String), TestFailure>()
        rogue.combineLatest(right).subscribe(recorder)
        let connection = rogue.connect()
        right.send(completion: .failure(TestFailure()))
        XCTAssertEqual(connection.cancels, 1)
    }

    func testAFailureComesBehindACombinationThatWasAskedForAndWaitsForAnotherThread() {
        let (left, right) = (left, right)
        let seen = Locked<[String]>([])
        let sink = left.combineLatest(right) { "\($0)\($1)" }.sink { end in
            seen.withLock { $0.append("\(end)") }
        } receiveValue: { value in
            seen.withLock { $0.append(value) }
            guard value == "1a" else { return }
            let others = DispatchGroup()
            DispatchQueue.global().async(group: others) {
                left.send(2)
                left.send(completion: .failure(TestFailure()))
            }
            others.wait()
        }
        left.send(1)
        right.send("a")
        XCTAssertEqual(seen.withLock { $0 }, ["1a", "2a", "\(Subscribers.Completion.failure(TestFailure()))"])
        sink.cancel()
    }

    func testDemandGoesToBoth() {
        let rogues = [RoguePublisher<Int, TestFailure>(), RoguePublisher<Int, TestFailure>()]
        let recorder = Recorder<(Int, Int), TestFailure>(.max(2))
        rogues[0].combineLatest(rogues[1]).subscribe(recorder)
        let connections = rogues.map { $0.connect() }
        recorder.request(.unlimited)
        XCTAssertEqual(connections.map(\.requests), [[.max(2), .unlimited], [.max(2), .unlimited]])
    }

    func testOfWhatNobodyAskedForTheLatestCombinationWaits() {
        let left = CurrentValueSubject<Int, TestFailure>(1)
        let right = CurrentValueSubject<Int, TestFailure>(10)
        let recorder = Recorder<Int, TestFailure>(.max(1))
        left.combineLatest(right) { $0 + $1 }.subscribe(recorder)
        XCTAssertEqual(recorder.values, [11])
        left.value = 2
        left.value = 3
        XCTAssertEqual(recorder.values, [11])
        recorder.request(.max(1))
        XCTAssertEqual(recorder.values.last, 13)
        XCTAssertLessThanOrEqual(recorder.values.count, 2)
    }

    func testCancellingCancelsBoth() {
        let rogues = [RoguePublisher<Int, TestFailure>(), RoguePublisher<Int, TestFailure>()]
        let recorder = Recorder<(Int, Int), TestFailure>()
        rogues[0].combineLatest(rogues[1]).subscribe(recorder)
        let connections = rogues.map { $0.connect() }
        recorder.cancel()
        XCTAssertEqual(connections.map(\.cancels), [1, 1])
        rogues[0].send(1)
        rogues[1].send(1)
        XCTAssertTrue(recorder.values.isEmpty)
    }

    func testTheLastCombinationOfTwoThreadsIsTheLatestOfBoth() {
        let recorder = Recorder<(Int, Int), TestFailure>()
        let sides = [PassthroughSubject<Int, TestFailure>(), PassthroughSubject<Int, TestFailure>()]
        sides[0].combineLatest(sides[1]).subscribe(recorder)
        DispatchQueue.concurrentPerform(iterations: 2) { side in
            for value in 0..<1000 { sides[side].send(value) }
        }
        XCTAssertEqual(recorder.values.last?.0, 999)
        XCTAssertEqual(recorder.values.last?.1, 999)
        XCTAssertEqual(recorder.overlaps, 0)
        XCTAssertEqual(recorder.values.map { $0.0 + $0.1 }, recorder.values.map { $0.0 + $0.1 }.sorted())
    }
}
