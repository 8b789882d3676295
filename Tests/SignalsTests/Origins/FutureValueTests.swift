import Signals
import SignalsBattery
import XCTest

final class FutureValueTests: XCTestCase {
    func testReturnsTheValueNowOrLater() async throws {
        let now = Future<Int, TestFailure> { $0(.success(1)) }
        let later = Future<Int, TestFailure> { promise in DispatchQueue.global().async { promise(.success(2)) } }
        let values = try await [now.value, later.value, later.value]
        XCTAssertEqual(values, [1, 2, 2])
    }

    func testThrowsTheFailure() async {
        let future = Future<Int, TestFailure> { $0(.failure(TestFailure())) }
        do {
            _ = try await future.value
            XCTFail("the failure is thrown")
        } catch {
            XCTAssertTrue(error is TestFailure)
        }
    }

    func testACancelledTaskStopsWaiting() async {
        let future = Future<Int, TestFailure> { _ in }
        let task = Task { try await future.value }
        task.cancel()
        let result = await task.result
        XCTAssertThrowsError(try result.get()) { XCTAssertTrue($0 is CancellationError) }
    }

    func testACancelledTaskDoesNotCancelTheWork() async throws {
        let promise = Locked<Future<Int, TestFailure>.Promise?>(nil)
        let future = Future<Int, TestFailure> { keep in promise.withLock { $0 = keep } }
        let cancelled = Task { try await future.value }
        cancelled.cancel()
        _ = await cancelled.result
        promise.withLock { $0 }?(.success(3))
        let value = try await future.value
        XCTAssertEqual(value, 3)
    }

    @MainActor
    func testEarlierWorkOfTheMainActorRunsFirst() async throws {
        let order = Locked<[String]>([])
        let resolved = Future<Int, TestFailure> { $0(.success(1)) }
        let certain = Future<Int, Never> { $0(.success(1)) }
        for name in ["first", "second"] {
            Task { @MainActor in order.withLock { $0.append(name) } }
            if name == "first" { _ = try await resolved.value } else { _ = await certain.value }
            order.withLock { $0.append("after \(name)") }
        }
        XCTAssertEqual(order.withLock { $0 }, ["first", "after first", "second", "after second"])
    }

    func testManyTasksWaitForOneResult() async throws {
        let promise = Locked<Future<Int, TestFailure>.Promise?>(nil)
        let future = Future<Int, TestFailure> { keep in promise.withLock { $0 = keep } }
        let sum = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<100 { group.addTask { try await future.value } }
            group.addTask {
                promise.withLock { $0 }?(.success(1))
                return 0
            }
            return try await group.reduce(0, +)
        }
        XCTAssertEqual(sum, 100)
    }
}
