import XCTest

@testable import SignalsCore

final class BacklogTests: XCTestCase {
    private func full() -> Backlog<Int> {
        var backlog = Backlog<Int>()
        for number in 0..<backlogLimit { backlog.leave(number) }
        return backlog
    }

    private func events(_ step: Backlog<Int>.NextStep) -> [Int]? {
        if case .events(let events) = step { events } else { nil }
    }

    func testASenderWaitsOnlyWhenAsManyEventsAreLeftAsABatchHolds() {
        var backlog = Backlog<Int>()
        XCTAssertNil(backlog.queue())
        backlog = full()
        XCTAssertNotNil(backlog.queue())
    }

    func testTheOwnerHandlesOneBatchForOthersThoughSomebodyWaits() {
        var backlog = full()
        let successor = backlog.queue()
        XCTAssertEqual(events(backlog.next(hasDoneItsShare: false))?.count, backlogLimit)
        backlog.leave(-1)
        guard case .handOver(let heir) = backlog.next(hasDoneItsShare: true) else { return XCTFail("not handed over") }
        XCTAssertTrue(heir === successor)
        XCTAssertEqual(events(backlog.next(hasDoneItsShare: false)), [-1], "the heir finds what was left")
    }

    func testAnOwnerThatDoesMoreThanItsShareTakesTheNextSenderAsItsSuccessor() {
        var backlog = Backlog<Int>()
        backlog.leave(1)
        XCTAssertEqual(events(backlog.next(hasDoneItsShare: false)), [1])
        XCTAssertNil(backlog.queue(), "during its share the others go on")
        backlog.leave(2)
        XCTAssertEqual(events(backlog.next(hasDoneItsShare: true)), [2])
        XCTAssertNotNil(backlog.queue())
        XCTAssertNil(backlog.queue(), "one successor is enough")
    }

    func testWithNothingLeftNobodyIsWaitedFor() {
        var backlog = Backlog<Int>()
        XCTAssertEqual(events(backlog.next(hasDoneItsShare: true)), [])
        XCTAssertNil(backlog.queue())
    }

    func testWhoHasGivenUpIsNotHandedTheGate() {
        var backlog = full()
        guard let impatient = backlog.queue(), let patient = backlog.queue() else { return XCTFail("no place") }
        XCTAssertTrue(backlog.withdraw(impatient))
        guard case .handOver(let heir) = backlog.next(hasDoneItsShare: true) else { return XCTFail("not handed over") }
        XCTAssertTrue(heir === patient)
        XCTAssertFalse(backlog.withdraw(patient), "it is handed the gate at this moment")
    }
}
