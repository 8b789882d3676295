import SignalsBattery
import XCTest

@testable import SignalsCore

final class UpstreamLinkTests: XCTestCase {
    func testTakesOneSubscriptionAndCancelsOthers() {
        let link = UpstreamLink("Test")
        let first = RoguePublisher<Int, Never>.Connection()
        let second = RoguePublisher<Int, Never>.Connection()
        XCTAssertFalse(link.isAttached)
        XCTAssertTrue(link.attach(first))
        XCTAssertFalse(link.attach(second))
        XCTAssertTrue(link.isAttached)
        XCTAssertEqual([first.cancels, second.cancels], [0, 1])
    }

    func testEndsOnce() {
        let link = UpstreamLink("Test")
        XCTAssertFalse(link.complete(), "what was not attached cannot complete")
        let connection = RoguePublisher<Int, Never>.Connection()
        XCTAssertTrue(link.attach(connection))
        XCTAssertTrue(link.complete())
        XCTAssertFalse(link.interrupt())
        link.cancel()
        XCTAssertEqual(connection.cancels, 0, "upstream has completed by itself")
        XCTAssertTrue(link.isCancelled)
    }

    func testTranslatesDemandAndRunsTheHookBeforeUpstreamIsCancelled() {
        let log = Locked<[String]>([])
        let link = UpstreamLink("Test", onRequest: { $0 * 2 }, onCancel: { log.withLock { $0.append("hook") } })
        let connection = RoguePublisher<Int, Never>.Connection()
        _ = link.attach(connection)
        link.request(.max(3))
        link.cancel()
        link.cancel()
        XCTAssertEqual(connection.requests, [.max(6)])
        XCTAssertEqual(connection.cancels, 1)
        XCTAssertEqual(log.withLock { $0 }, ["hook"])
    }

    func testAsksTheNextSubscriptionForWhatIsOutstanding() {
        let link = UpstreamLink("Test")
        let first = RoguePublisher<Int, Never>.Connection()
        let second = RoguePublisher<Int, Never>.Connection()
        _ = link.attach(first)
        link.request(.max(3))
        XCTAssertTrue(link.outstanding.takeOne())
        XCTAssertTrue(link.complete())
        link.reattach(second)
        link.request(.max(1))
        XCTAssertEqual(second.requests, [.max(2), .max(1)])
        link.cancel()
        XCTAssertEqual(second.cancels, 1)
    }

    func testAfterACancelTheNextSubscriptionIsCancelled() {
        let link = UpstreamLink("Test")
        link.cancel()
        let late = RoguePublisher<Int, Never>.Connection()
        XCTAssertFalse(link.attach(late))
        link.reattach(late)
        XCTAssertEqual(late.cancels, 2)
    }

    func testASubscriptionThatComesLateIsAskedForWhatWasWantedBefore() {
        let link = UpstreamLink("Test")
        link.request(.max(2))
        link.request(.max(3))
        let connection = RoguePublisher<Int, Never>.Connection()
        XCTAssertTrue(link.attachAndRequest(connection))
        XCTAssertEqual(connection.requests, [.max(5)])
        let second = RoguePublisher<Int, Never>.Connection()
        XCTAssertFalse(link.attachAndRequest(second))
        XCTAssertEqual(second.cancels, 1)
    }
}
