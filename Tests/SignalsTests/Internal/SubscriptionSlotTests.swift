import SignalsBattery
import XCTest

@testable import Signals

final class SubscriptionSlotTests: XCTestCase {
    private typealias Connection = RoguePublisher<Int, Never>.Connection

    func testTakesOneSubscriptionAndCancelsOthers() {
        let slot = SubscriptionSlot()
        let (first, second) = (Connection(), Connection())
        XCTAssertTrue(slot.attach(first))
        XCTAssertFalse(slot.attach(second))
        XCTAssertEqual([first.cancels, second.cancels], [0, 1])
    }

    func testCompletesOnceAndThenCancelsNothing() {
        let slot = SubscriptionSlot()
        XCTAssertFalse(slot.complete(), "what was not attached cannot complete")
        let connection = Connection()
        XCTAssertTrue(slot.attach(connection))
        XCTAssertFalse(slot.hasEnded)
        XCTAssertTrue(slot.complete())
        XCTAssertFalse(slot.complete())
        slot.cancel()
        XCTAssertTrue(slot.hasEnded)
        XCTAssertEqual(connection.cancels, 0, "upstream has completed by itself")
    }

    func testCancelsOnceAndRefusesWhatComesLater() {
        let slot = SubscriptionSlot()
        let (early, late) = (Connection(), Connection())
        _ = slot.attach(early)
        slot.cancel()
        slot.cancel()
        XCTAssertFalse(slot.complete())
        XCTAssertFalse(slot.attach(late))
        XCTAssertEqual([early.cancels, late.cancels], [1, 1])
    }

    func testASubscriptionThatComesAfterTheCancelIsCancelled() {
        let slot = SubscriptionSlot()
        slot.cancel()
        let connection = Connection()
        XCTAssertFalse(slot.attach(connection))
        XCTAssertEqual(connection.cancels, 1)
    }

    func testLetsGoOfItsSubscriptionAtTheEnd() {
        let first = SubscriptionSlot()
        let second = SubscriptionSlot()
        weak var completed: Connection?
        weak var cancelled: Connection?
        do {
            let (one, other) = (Connection(), Connection())
            (completed, cancelled) = (one, other)
            _ = first.attach(one)
            _ = second.attach(other)
        }
        XCTAssertNotNil(completed)
        _ = first.complete()
        second.cancel()
        XCTAssertNil(completed)
        XCTAssertNil(cancelled)
    }
}
