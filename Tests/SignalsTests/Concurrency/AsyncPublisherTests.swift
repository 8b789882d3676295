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

    func testACompletionWithoutASubscriptionEndsTheLoop() async {
        var iterator = AsyncThrowingPublisher(Unannounced<Int>()).makeAsyncIterator()
        do {
            _ = try await iterator.next()
            XCTFail("the error is thrown")
        } catch {
            XCTAssertTrue(error is TestFailure)
        }
        let end = try? await iterator.next()
        XCTAssertNil(end, "the error is thrown once")
    }

    @MainActor
    func testALoopOverValuesThatAreThereDoesNotLeaveItsActor() async {
        var hasLeft = false
        let other = Task { hasLeft = true }
        var count = 0
        for await _ in (0..<1000).publisher.map({ $0 + 1 }).values { count += 1 }
        XCTAssertFalse(hasLeft)
        XCTAssertEqual(count, 1000)
        await other.value
    }

    func testTwoTasksShareTheValuesOfOneLoop() async {
        let subject = PassthroughSubject<Int, Never>()
        let values = subject.buffer(size: 1000, prefetch: .keepFull, whenFull: .dropNewest).values.makeAsyncIterator()
        for value in 1...1000 { subject.send(value) }
        subject.send(completion: .finished)
        let sum = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    var (values, sum) = (values, 0)
                    while let value = await values.next() { sum += value }
                    return sum
                }
            }
            return await group.reduce(0, +)
        }
        XCTAssertEqual(sum, 500_500)
    }

    func testACancelledTaskReceivesNoValueThatIsThere() async {
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            var count = 0
            for await _ in [1, 2, 3].publisher.values { count += 1 }
            return count
        }
        let count = await task.value
        XCTAssertEqual(count, 0)
    }

    func testCancellingReleasesWhatNobodyTook() async {
        let rogue = RoguePublisher<Token, Never>()
        var iterator = Optional(rogue.values.makeAsyncIterator())
        _ = rogue.connect()
        weak var kept: Token?
        do {
            let token = Token()
            kept = token
            rogue.send(token)
        }
        XCTAssertNotNil(kept)
        iterator = nil
        XCTAssertNil(kept)
        XCTAssertNil(iterator)
    }
}

private final class Token: Sendable {}

/// Fails without ever handing out a subscription.
private struct Unannounced<Output: Sendable>: Publisher {
    typealias Failure = TestFailure

    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        subscriber.receive(completion: .failure(TestFailure()))
    }
}
