import SignalsBattery
import XCTest

@testable import SignalsCore

final class GateTests: XCTestCase {
    private final class Door: Sendable { let gate = Gate() }

    func testLetsItsOwnerInAgainAndOthersNot() {
        let door = Door()
        XCTAssertEqual(door.gate.enter(), .entered)
        XCTAssertEqual(door.gate.enter(), .nested)
        XCTAssertEqual(door.gate.enterLocked(), .nested)
        XCTAssertTrue(door.gate.isOwned)
        underAWatchdog {
            XCTAssertEqual(door.gate.enter(), .busy)
            XCTAssertFalse(door.gate.isOwned)
        }
        XCTAssertTrue(door.gate.leave())
        XCTAssertFalse(door.gate.isOwned)
    }

    func testTheOwnerLearnsOfEventsThatWereLeft() {
        let door = Door()
        XCTAssertEqual(door.gate.enter(), .entered)
        underAWatchdog { XCTAssertEqual(door.gate.markLeftEvent(), .busy) }
        XCTAssertFalse(door.gate.leave())
        XCTAssertTrue(door.gate.leave())
    }

    func testWhoLeavesAnEventBehindAnOwnerThatHasGoneTakesOver() {
        let door = Door()
        XCTAssertEqual(door.gate.markLeftEvent(), .claimed)
        XCTAssertFalse(door.gate.leave())
        XCTAssertTrue(door.gate.leave())
    }
}
