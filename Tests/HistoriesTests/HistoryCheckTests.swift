import Histories
import XCTest

/// Each history that no store may have is found out.
final class HistoryCheckTests: XCTestCase {
    private var clock: UInt64 = 0

    private func transaction(
        _ operations: Transaction.Operation..., kind: Transaction.Kind = .edit,
        outcome: Transaction.Outcome = .committed, at moment: ClosedRange<UInt64> = 0...1_000
    ) -> Transaction {
        Transaction(
            process: 0, kind: kind, outcome: outcome, began: moment.lowerBound, ended: moment.upperBound,
            operations: operations)
    }

    private func assertFound(
        _ words: String, _ last: [Int: [Int]], _ transactions: Transaction..., line: UInt = #line
    ) {
        let problems = HistoryCheck.problems(of: transactions, last: last)
        XCTAssertTrue(problems.contains { $0.contains(words) }, "\(problems)", line: line)
    }

    private func assertRight(
        _ last: [Int: [Int]], _ transactions: Transaction..., killed: Set<Int> = [], line: UInt = #line
    ) {
        XCTAssertEqual(HistoryCheck.problems(of: transactions, last: last, killed: killed), [], line: line)
    }

    func testASerialHistoryIsAccepted() {
        assertRight(
            [1: [10, 11], 2: [20]], transaction(.append(key: 1, value: 10), at: 0...1),
            transaction(.read(key: 1, values: [10]), .append(key: 1, value: 11), at: 2...3),
            transaction(.append(key: 2, value: 20), .read(key: 1, values: [10]), at: 2...3),
            transaction(.read(key: 1, values: [10, 11]), .read(key: 2, values: [20]), kind: .snapshot, at: 4...5))
    }

    func testALostValueIsFound() {
        assertFound(
            "10 is lost", [1: [11]], transaction(.append(key: 1, value: 10)), transaction(.append(key: 1, value: 11)))
    }

    func testALostUpdateIsFound() {
        assertFound(
            "no beginning", [1: [11, 12]], transaction(.append(key: 1, value: 11)),
            transaction(.append(key: 1, value: 12)), transaction(.read(key: 1, values: [12])))
    }

    func testADoubledValueIsFound() {
        assertFound("10 is there twice", [1: [10, 10]], transaction(.append(key: 1, value: 10)))
    }

    func testAValueOfAFailedTransactionIsFound() {
        assertFound(
            "that failed", [1: [10]], transaction(.append(key: 1, value: 10), outcome: .failed))
        assertFound(
            "no beginning", [1: []], transaction(.append(key: 1, value: 10), outcome: .failed),
            transaction(.read(key: 1, values: [10])))
    }

    func testAValueOfNobodyIsFoundUnlessItsProgramWasKilled() {
        let value = HistoryCheck.value(1, of: 3)
        assertFound("nobody wrote it", [1: [value]])
        assertRight([1: [value]], killed: [3])
    }

    func testAHalfOfATransactionIsFound() {
        assertFound(
            "in the middle", [1: [10, 11]], transaction(.append(key: 1, value: 10), .append(key: 1, value: 11)),
            transaction(.read(key: 1, values: [10])))
        assertFound(
            "a part is there", [1: [10], 2: []],
            transaction(.append(key: 1, value: 10), .append(key: 2, value: 20), outcome: .unknown))
    }

    func testATransactionThatMissesItsOwnWriteIsFound() {
        assertFound(
            "appended itself", [1: [10, 11]], transaction(.append(key: 1, value: 10)),
            transaction(.append(key: 1, value: 11), .read(key: 1, values: [10])))
    }

    func testWritesInTwoOrdersAreFound() {
        assertFound(
            "no order", [1: [10, 11], 2: [21, 20]],
            transaction(.append(key: 1, value: 10), .append(key: 2, value: 20)),
            transaction(.append(key: 1, value: 11), .append(key: 2, value: 21)))
    }

    func testAStateThatNeverWasIsFound() {
        let writer = transaction(.append(key: 1, value: 10), .append(key: 2, value: 20))
        let reads: [Transaction.Operation] = [.read(key: 1, values: [10]), .read(key: 2, values: [])]
        assertFound("no order", [1: [10], 2: [20]], writer, transaction(reads[0], reads[1], kind: .snapshot))
        assertRight([1: [10], 2: [20]], writer, transaction(reads[0], reads[1]))
    }

    func testTwoThatEachMissWhatTheOtherWroteAreFoundWhereTheyRanAlone() {
        func history(_ kind: Transaction.Kind) -> [Transaction] {
            [
                transaction(.read(key: 2, values: []), .append(key: 1, value: 10), kind: kind),
                transaction(.read(key: 1, values: []), .append(key: 2, value: 20), kind: kind),
            ]
        }
        let last = [1: [10], 2: [20]]
        XCTAssertEqual(HistoryCheck.problems(of: history(.alone), last: last).count, 1)
        XCTAssertEqual(HistoryCheck.problems(of: history(.edit), last: last), [])
    }

    func testAReadOfWhatWasBeforeIsFound() {
        assertFound(
            "ended before", [1: [10]], transaction(.append(key: 1, value: 10), at: 0...10),
            transaction(.read(key: 1, values: []), kind: .snapshot, at: 20...30))
    }

    func testAnUnknownTransactionMayBeThereOrNot() {
        let unknown = transaction(.append(key: 1, value: 10), outcome: .unknown)
        assertRight([1: [10]], unknown)
        assertRight([1: []], unknown)
    }
}
