import Signals
import SignalsBattery
import XCTest

final class AsyncPublisherTests: XCTestCase {
    func testEndsWithThePublisher() async {
        var values: [Int] = []
        for await value in Just(1).values { values.append(value) }
        XCTAssertEqual(values, [1])
    }

    func testThrowsThePublishersError() async {
        do {
            for try await _ in Fail<Int, TestFailure>(error: TestFailure()).values { XCTFail("there is no value") }
            XCTFail("the error is thrown")
        } catch {
            XCTAssertTrue(error is TestFailure)
        }
    }

    func testAsksForOneValueAtATime() async {
        let rogue = RoguePublisher<Int, Never>()
        var iterator = rogue.values.makeAsyncIterator()
        let connection = rogue.connect()
        XCTAssertEqual(connection.requests, [])
        rogue.send(1)
        let first = await iterator.next()
        XCTAssertEqual(first, 1, "what came without being asked for is kept")
        rogue.send(completion: .finished)
        let end = await iterator.next()
        XCTAssertNil(end)
    }

    func testASlowLoopSeesTheLatestValueOfAState() async {
        let subject = CurrentValueSubject<Int, Never>(0)
        var iterator = subject.values.makeAsyncIterator()
        let first = await iterator.next()
        subject.value = 1
        subject.value = 2
        let second = await iterator.next()
        XCTAssertEqual([first, second], [0, 2])
    }

    func testLeavingTheLoopCancelsTheSubscription() async {
        let cancels = Locked(0)
        let subject = CurrentValueSubject<Int, Never>(0)
        for await _ in subject.handleEvents(receiveCancel: { cancels.withLock { $0 += 1 } }).values { break }
        XCTAssertEqual(cancels.withLock { $0 }, 1)
    }

    func testCancellingTheTaskEndsTheLoop() async {
        let subject = PassthroughSubject<Int, Never>()
        let task = Task {
            for await _ in subject.values {}
            return true
        }
        task.cancel()
        let hasEnded = await task.value
        XCTAssertTrue(hasEnded)
    }

    func testEveryValueOfAFastPublisherArrivesUnderBackPressure() async {
        let future = Future<[Int], Never> { $0(.success(Array(0..<1000))) }
        var count = 0
        for await values in future.values { count += values.count }
        XCTAssertEqual(count, 1000)
    }
}
