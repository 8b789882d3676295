import XCTest

@testable import SignalsCore

final class MailboxTests: XCTestCase {
    private var mailbox = Mailbox<Int>()

    private func takeBatch() -> [Int] {
        var batch = mailbox.takeBatch()
        batch.open()
        return Array(sequence(state: batch) { $0.next() })
    }

    func testOnlyTheFirstMessageSchedulesADelivery() {
        XCTAssertEqual((0..<3).map { mailbox.post($0) }, [true, false, false])
        XCTAssertEqual(takeBatch(), [0, 1, 2])
        XCTAssertFalse(mailbox.post(3), "a delivery is under way")
        XCTAssertTrue(mailbox.finishBatch(), "and schedules the next one")
        XCTAssertEqual(takeBatch(), [3])
        XCTAssertFalse(mailbox.finishBatch())
        XCTAssertTrue(mailbox.post(4))
    }

    func testDeliversInBatchesAndInOrder() {
        for message in 0..<300 { _ = mailbox.post(message) }
        let batches = (0..<4).map { _ in takeBatch() }
        XCTAssertEqual(batches.map(\.count), [128, 128, 44, 0])
        XCTAssertEqual(batches.flatMap { $0 }, Array(0..<300))
    }

    func testWholeBatchesScheduleTheNextDelivery() {
        for message in 0..<256 { _ = mailbox.post(message) }
        _ = takeBatch()
        XCTAssertTrue(mailbox.finishBatch())
        _ = takeBatch()
        XCTAssertFalse(mailbox.finishBatch())
    }

    func testDiscardsWhatWaits() {
        for message in 0..<300 { _ = mailbox.post(message) }
        _ = takeBatch()
        _ = mailbox.takeAll()
        XCTAssertEqual(takeBatch(), [])
        XCTAssertFalse(mailbox.finishBatch())
    }
}
