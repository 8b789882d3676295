import SignalsCore
import XCTest

@testable import SignalsPostgres

/// Calls of several threads at once, of which those that wait are answered together.
final class GroupedCallsTests: XCTestCase {
    private struct Refusal: Error {}

    /// Calls that answer with ten times the request, but refuse some, and keep the request 0 waiting until a gate opens.
    private final class Calls: Sendable {
        let entered = DispatchSemaphore(value: 0)
        let gate = DispatchSemaphore(value: 0)
        let groups = Locked<[[Int]]>([])
        let answers = Locked<[Int: Int?]>([:])
        let grouped: GroupedCalls<Int, Int>

        init(turns: Int = 1, groupSize: Int = 100, refusing refused: Set<Int> = []) {
            grouped = GroupedCalls(turns: turns, groupSize: groupSize) { [entered, gate, groups] requests, _ in
                groups.withLock { $0.append(requests) }
                if requests.contains(0) {
                    entered.signal()
                    gate.wait()
                }
                if !refused.isDisjoint(with: requests) { throw Refusal() }
                return requests.map { $0 * 10 }
            }
        }

        /// Calls from a thread of its own.
        func call(_ request: Int, by deadline: Deadline, _ end: XCTestExpectation) {
            Thread.detachNewThread { [self] in
                let answer = try? grouped.answer(request, deadline)
                answers.withLock { $0[request] = .some(answer) }
                end.fulfill()
            }
        }
    }

    private func ends(_ count: Int) -> XCTestExpectation {
        let ends = expectation(description: "\(count) ended")
        ends.expectedFulfillmentCount = count
        return ends
    }

    /// Makes calls while the first is being answered.
    private func run(_ calls: Calls, _ requests: ClosedRange<Int>) {
        let (ends, deadline) = (ends(requests.count + 1), Deadline(after: 30))
        calls.call(0, by: deadline, ends)
        calls.entered.wait()
        for request in requests { calls.call(request, by: deadline, ends) }
        while calls.grouped.waitingCount < requests.count, !deadline.isOver { sched_yield() }
        calls.gate.signal()
        wait(for: [ends], timeout: 30)
    }

    func testThoseThatWaitAreAnsweredTogether() {
        let calls = Calls(groupSize: 5)
        run(calls, 1...7)
        XCTAssertEqual(calls.groups.withLock { $0.map(\.count) }, [1, 5, 2])
        XCTAssertEqual(calls.answers.withLock { $0 }, Dictionary(uniqueKeysWithValues: (0...7).map { ($0, $0 * 10) }))
        XCTAssertEqual(calls.grouped.waitingCount, 0)
    }

    func testOneThatFailsFailsAlone() {
        let calls = Calls(refusing: [3])
        run(calls, 1...5)
        let expected = (0...5).map { ($0, $0 == 3 ? nil : $0 * 10) }
        XCTAssertEqual(calls.answers.withLock { $0 }, Dictionary(uniqueKeysWithValues: expected))
        // Together, and then each by itself.
        XCTAssertEqual(calls.groups.withLock { $0.map(\.count) }.sorted(), [1, 1, 1, 1, 1, 1, 5])
    }

    func testOneWithoutOthersIsNotRepeatedWhenItFails() {
        let calls = Calls(refusing: [1])
        XCTAssertThrowsError(try calls.grouped.answer(1, Deadline(after: 30)))
        XCTAssertEqual(calls.groups.withLock { $0 }, [[1]])
        XCTAssertEqual(try calls.grouped.answer(2, Deadline(after: 30)), 20)
    }

    func testAsManyAsThereAreTurnsDoNotWait() {
        let calls = Calls(turns: 2)
        let ends = ends(1)
        calls.call(0, by: Deadline(after: 30), ends)
        calls.entered.wait()
        XCTAssertEqual(try calls.grouped.answer(1, Deadline(after: 30)), 10)
        calls.gate.signal()
        wait(for: [ends], timeout: 30)
    }

    func testOneWhoseDeadlineIsOverWaitsNoLongerAndLeavesOthersTheirTurns() {
        let calls = Calls()
        let ends = ends(1)
        calls.call(0, by: Deadline(after: 30), ends)
        calls.entered.wait()
        XCTAssertThrowsError(try calls.grouped.answer(1, Deadline(after: 0))) { error in
            XCTAssertEqual((error as? PostgresFailure)?.kind, .timedOut)
        }
        XCTAssertEqual(calls.grouped.waitingCount, 0)
        calls.gate.signal()
        wait(for: [ends], timeout: 30)
        XCTAssertEqual(try calls.grouped.answer(2, Deadline(after: 30)), 20)
        XCTAssertEqual(calls.groups.withLock { $0 }, [[0], [2]])
    }

    func testEachOfManyGetsItsOwnAnswer() {
        let running = Locked((now: 0, most: 0))
        let grouped = GroupedCalls<Int, Int>(turns: 3, groupSize: 7) { requests, _ in
            running.withLock { ($0.now, $0.most) = ($0.now + 1, max($0.most, $0.now + 1)) }
            defer { running.withLock { $0.now -= 1 } }
            if requests.contains(where: { $0.isMultiple(of: 97) }) { throw Refusal() }
            XCTAssertLessThanOrEqual(requests.count, 7)
            sched_yield()
            return requests.map { -$0 }
        }
        let ends = ends(16)
        for thread in 0..<16 {
            Thread.detachNewThread {
                for number in 0..<500 {
                    let request = thread * 1000 + number
                    let answer = try? grouped.answer(request, Deadline(after: 30))
                    XCTAssertEqual(answer, request.isMultiple(of: 97) ? nil : -request)
                }
                ends.fulfill()
            }
        }
        wait(for: [ends], timeout: 60)
        // Those that are answered alone after a failure take no turn.
        XCTAssertLessThanOrEqual(running.withLock { $0.most }, 16)
        XCTAssertEqual(grouped.waitingCount, 0)
    }
}
