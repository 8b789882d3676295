import XCTest

@testable import SignalsCore

final class MailboxTests: XCTestCase {
    func testOnlyTheFirstMessageSchedulesADelivery() {
        let mailbox = Mailbox<Int>()
        XCTAssertEqual((0..<3).map { mailbox.post($0) }, [true, false, false])
        XCTAssertEqual(Array(mailbox.takeBatch()), [0, 1, 2])
        XCTAssertFalse(mailbox.post(3), "a delivery is under way")
        XCTAssertTrue(mailbox.finishBatch(), "and schedules the next one")
        XCTAssertEqual(Array(mailbox.takeBatch()), [3])
        XCTAssertFalse(mailbox.finishBatch())
        XCTAssertTrue(mailbox.post(4))
    }

    func testDeliversInBatches() {
        let mailbox = Mailbox<Int>()
        for message in 0..<300 { _ = mailbox.post(message) }
        let sizes = (0..<4).map { _ in mailbox.takeBatch().count }
        XCTAssertEqual(sizes, [128, 128, 44, 0])
    }

    func testDiscardsWhatWaits() {
        let mailbox = Mailbox<Int>()
        for message in 0..<300 { _ = mailbox.post(message) }
        _ = mailbox.takeBatch()
        mailbox.discard()
        XCTAssertEqual(mailbox.takeBatch().count, 0)
        XCTAssertFalse(mailbox.finishBatch())
    }
}
