import Signals
import SignalsBattery
import XCTest

final class FlatMapTests: XCTestCase {
    private let outer = PassthroughSubject<Int, TestFailure>()
    private let inner = (0...3).map { _ in PassthroughSubject<String, TestFailure>() }

    private func record(
        _ demand: Subscribers.Demand = .unlimited, maxPublishers: Subscribers.Demand = .unlimited
    ) -> Recorder<String, TestFailure> {
        let recorder = Recorder<String, TestFailure>(demand)
        outer.flatMap(maxPublishers: maxPublishers) { [inner] in inner[$0] }.subscribe(recorder)
        return recorder
    }

    func testKeepsTheLifecycle() {
        Lifecycle { $0.flatMap { Just($0) } }.check()
        Lifecycle { $0.flatMap { Numbers<TestFailure>($0...($0 + 2)) } }.check()
        Lifecycle { $0.flatMap(maxPublishers: .max(1)) { Just($0) } }.check()
        Lifecycle { upstream in Just(1).setFailureType(to: TestFailure.self).flatMap { _ in upstream } }.check()
    }

    func testDeliversTheValuesOfAllAsTheyCome() {
        let recorder = record()
        outer.send(0)
        outer.send(1)
        inner[1].send("b")
        inner[0].send("a")
        inner[1].send("c")
        XCTAssertEqual(recorder.values, ["b", "a", "c"])
    }

    func testFinishesWhenUpstreamAndAllPublishersHaveFinished() {
        let recorder = record()
        outer.send(0)
        outer.send(1)
        outer.send(completion: .finished)
        inner[0].send(completion: .finished)
        XCTAssertTrue(recorder.completions.isEmpty)
        inner[1].send("a")
        inner[1].send(completion: .finished)
        XCTAssertEqual(recorder.values, ["a"])
        XCTAssertEqual(recorder.completions, [.finished])
    }

    func testAFailureOfAPublisherEndsAll() {
        let rogue = RoguePublisher<Int, TestFailure>()
        let recorder = Recorder<String, TestFailure>()
        rogue.flatMap { [inner] in inner[$0] }.subscribe(recorder)
        let connection = rogue.connect()
        rogue.send(0)
        rogue.send(1)
        inner[0].send(completion: .failure(TestFailure()))
        inner[1].send("late")
        XCTAssertEqual(connection.cancels, 1)
        XCTAssertEqual(recorder.values, [])
        XCTAssertEqual(recorder.completions, [.failure(TestFailure())])
    }

    func testAFailureOfUpstreamEndsAll() {
        let recorder = record()
        outer.send(0)
        outer.send(completion: .failure(TestFailure()))
        inner[0].send("late")
        XCTAssertEqual(recorder.values, [])
        XCTAssertEqual(recorder.completions, [.failure(TestFailure())])
    }

    func testOnlyTheGivenNumberOfPublishersRunsAtOnce() {
        let numbers = Numbers<TestFailure>(0...3)
        let recorder = Recorder<String, TestFailure>()
        numbers.flatMap(maxPublishers: .max(2)) { [inner] in inner[$0] }.subscribe(recorder)
        XCTAssertEqual(numbers.requests, [.max(2)])
        inner[2].send("too early")
        inner[0].send(completion: .finished)
        XCTAssertEqual(numbers.requests, [.max(2), .max(1)])
        inner[2].send("c")
        XCTAssertEqual(recorder.values, ["c"])
    }

    func testWithoutLimitAllIsAskedOfUpstreamAndOfThePublishers() {
        let numbers = Numbers<TestFailure>(1...2)
        let made = Numbers<TestFailure>(1...3)
        let recorder = Recorder<Int, TestFailure>()
        numbers.flatMap { _ in made }.subscribe(recorder)
        XCTAssertEqual(numbers.requests, [.unlimited])
        XCTAssertEqual(made.requests, [.unlimited, .unlimited])
        XCTAssertEqual(recorder.values, [1, 2, 3, 1, 2, 3])
        XCTAssertEqual(recorder.completions, [.finished])
    }

    func testEachPublisherIsAskedForOneValueAtATimeWhileDemandIsLimited() {
        let made = Numbers<TestFailure>(1...5)
        let recorder = Recorder<Int, TestFailure>(.max(2))
        Just(0).setFailureType(to: TestFailure.self).flatMap { _ in made }.subscribe(recorder)
        XCTAssertEqual(recorder.values, [1, 2])
        XCTAssertEqual(made.requests, [.max(1), .max(1), .max(1)], "the third value is kept until it is wanted")
        recorder.request(.max(1))
        XCTAssertEqual(recorder.values, [1, 2, 3])
        XCTAssertEqual(made.requests.count, 4)
        recorder.request(.unlimited)
        XCTAssertEqual(recorder.values, [1, 2, 3, 4, 5])
        XCTAssertEqual(made.requests.last, .unlimited)
        XCTAssertEqual(recorder.completions, [.finished])
    }

    func testTheEndWaitsForValuesThatNobodyAskedForYet() {
        let recorder = Recorder<Int, Never>(.none)
        Just(1).flatMap { Just($0 + 1) }.subscribe(recorder)
        XCTAssertTrue(recorder.completions.isEmpty)
        recorder.request(.max(1))
        XCTAssertEqual(recorder.values, [2])
        XCTAssertEqual(recorder.completions, [.finished])
    }

    func testDemandReturnedForAValueCounts() {
        let recorder = Recorder<Int, TestFailure>(.max(1), then: .max(1))
        Numbers(1...3).flatMap { Numbers<TestFailure>($0...($0 + 1)) }.subscribe(recorder)
        XCTAssertEqual(recorder.values.sorted(), [1, 2, 2, 3, 3, 4])
        XCTAssertEqual(recorder.completions, [.finished])
    }

    func testCancellingCancelsUpstreamAndAllPublishers() {
        let rogues = (0...2).map { _ in RoguePublisher<Int, TestFailure>() }
        let recorder = Recorder<Int, TestFailure>()
        rogues[0].flatMap { rogues[$0] }.subscribe(recorder)
        let outer = rogues[0].connect()
        rogues[0].send(1)
        rogues[0].send(2)
        let connections = rogues[1...].map { $0.connect() }
        recorder.cancel()
        XCTAssertEqual(outer.cancels, 1)
        XCTAssertEqual(connections.map(\.cancels), [1, 1])
    }

    func testAPublisherThatCannotFailMayBeMadeOfOneThatCan() {
        let recorder = Recorder<String, TestFailure>()
        outer.flatMap { Just("\($0)") }.subscribe(recorder)
        outer.send(7)
        XCTAssertEqual(recorder.values, ["7"])
    }

    func testAPublisherThatCanFailMayBeMadeOfOneThatCannot() {
        let recorder = Recorder<String, TestFailure>()
        Just(0).flatMap { [inner] in inner[$0] }.subscribe(recorder)
        inner[0].send(completion: .failure(TestFailure()))
        XCTAssertEqual(recorder.completions, [.failure(TestFailure())])
    }

    func testPublishersOnManyThreadsAreDeliveredOneAtATimeAndWhole() {
        let recorder = Recorder<Int, TestFailure>()
        let subjects = (0..<4).map { _ in PassthroughSubject<Int, TestFailure>() }
        Numbers(0...3).flatMap { subjects[$0] }.subscribe(recorder)
        DispatchQueue.concurrentPerform(iterations: 4) { index in
            for value in 0..<500 { subjects[index].send(index * 500 + value) }
            subjects[index].send(completion: .finished)
        }
        XCTAssertEqual(recorder.values.sorted(), Array(0..<2000))
        XCTAssertEqual(recorder.overlaps, 0)
        XCTAssertEqual(recorder.completions, [.finished])
        XCTAssertFalse(recorder.hasEventsAfterCompletion)
    }

    func testAValueThatIsSetInsideTheDeliveryIsTheNextOneForAnyPublisherWithinTheLimit() {
        func pages<P: Publisher<Int, Never>>(_ limit: Int, _ publisher: @escaping @Sendable (Int) -> P) -> [Int] {
            let page = CurrentValueSubject<Int, Never>(0)
            let seen = Locked<[Int]>([])
            let sink = page.flatMap(maxPublishers: .max(limit)) { publisher($0) }.sink { value in
                seen.withLock { $0.append(value) }
                if value < 5 { page.send(value + 1) }
            }
            sink.cancel()
            return seen.withLock { $0 }
        }
        for limit in 1...3 {
            XCTAssertEqual(pages(limit) { Just($0) }, Array(0...5))
            XCTAssertEqual(pages(limit) { Just($0).append([]) }, Array(0...5))
            XCTAssertEqual(pages(limit) { Just($0).eraseToAnyPublisher() }, Array(0...5))
            XCTAssertEqual(pages(limit) { number in Future { $0(.success(number)) } }, Array(0...5))
        }
    }
}
