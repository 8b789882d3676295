import Foundation
import Signals
import XCTest

@testable import SignalsStore
@testable import SignalsStoreCore

final class InboxTests: XCTestCase {
    private func notice(_ numbers: Range<Int64>) -> CommitNotice {
        var notice = CommitNotice()
        notice.updated["Chore"] = CommitNotice.UpdatedRows(numbers: RowNumbers(numbers), columns: [1])
        return notice
    }

    func testAnInboxKeepsChangesUpToItsLimit() {
        var inbox = Inbox()
        for start in 0..<4 { inbox.add(notice(Int64(start) * 25_000..<Int64(start + 1) * 25_000)) }
        XCTAssertFalse(inbox.notice.isEverything)
        XCTAssertEqual(inbox.notice.changed["Chore"]?.count, Inbox.limit)
        XCTAssertFalse(inbox.needsNames)
    }

    func testBeyondTheLimitAnythingMayHaveChangedAndNothingIsKept() {
        var inbox = Inbox()
        for start in 0..<5 { inbox.add(notice(Int64(start) * 25_000..<Int64(start + 1) * 25_000)) }
        XCTAssertTrue(inbox.notice.isEverything)
        XCTAssertEqual(inbox.notice.changed, [:])
        XCTAssertTrue(inbox.needsNames)
        for _ in 0..<100 { inbox.add(notice(0..<50_000)) }
        XCTAssertLessThanOrEqual(inbox.notice.rowCount, Inbox.limit, "nor does it grow after that")
    }

    func testNoticesOfManyBytesAreKeptUpToALimit() {
        var inbox = Inbox()
        var links = CommitNotice()
        let table = JoinTable(name: "signals_link_Chore_rooms", isOrdered: false)
        links.links = (0..<10_000).map { LinkChange(table: table, kind: .added, source: $0, target: 1) }
        var greatest = 0
        for _ in 0..<100 {
            inbox.add(links)
            greatest = max(greatest, inbox.notice.byteCount)
        }
        XCTAssertTrue(inbox.notice.isEverything)
        XCTAssertLessThanOrEqual(greatest, Inbox.byteLimit)
        XCTAssertGreaterThan(greatest, Inbox.byteLimit / 2)
        inbox.notice = CommitNotice()
        for _ in 0..<5 { inbox.add(links) }
        XCTAssertFalse(inbox.notice.isEverything, "once it was emptied it begins anew")
    }

    func testOneLargeSaveIsKeptAsItIs() {
        var inbox = Inbox()
        inbox.add(notice(0..<150_000))
        XCTAssertEqual(inbox.notice.changed["Chore"]?.count, 150_000)
    }

    func testAnInboxThatWasEmptiedBeginsAnew() {
        var inbox = Inbox()
        for _ in 0..<10 {
            inbox.add(notice(0..<60_000))
            XCTAssertFalse(inbox.notice.isEverything)
            inbox.notice = CommitNotice()
        }
    }

    private static func addMany(_ container: PersistentContainer) throws -> ManagedObjectID<Chore> {
        try container.inBackground { context in
            let result = try context.execute(
                BatchInsertRequest<Chore>(0..<60_000) { chore, number in chore.name = "Chore \(number)" })
            return result.objectIDs[7]
        }
    }

    private static func setAll(_ minutes: Int, _ container: PersistentContainer) throws {
        _ = try container.inBackground { context in
            try context.execute(BatchUpdateRequest<Chore>().setting(\.minutes, to: minutes))
        }
    }

    /// This test blocks the main queue, so that the view context hears of nothing until it fetches.
    func testAContextThatCouldNotListenForLongReadsEverythingAgain() throws {
        let container = try makeContainer()
        let id = try Self.addMany(container)
        try MainActor.assumeIsolated {
            let chore = try container.viewContext.existingObject(with: id)
            for minutes in 2...4 { try Self.setAll(minutes, container) }
            XCTAssertEqual(chore.minutes, 1)
            XCTAssertEqual(try container.viewContext.count(for: FetchRequest<Chore>()), 60_000)
            XCTAssertEqual(chore.minutes, 4)
        }
    }

    func testAChildWhoseParentCouldNotListenForLongFollowsToo() throws {
        let container = try makeContainer()
        let id = try Self.addMany(container)
        let parent = container.newBackgroundContext()
        parent.automaticallyMergesChangesFromParent = true
        let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
        child.automaticallyMergesChangesFromParent = true
        let chore = try child.performAndWait { Unchecked(try child.existingObject(with: id)) }
        let followed = expectation(description: "the child follows")
        followed.assertForOverFulfill = false
        let subscription = child.performAndWait {
            child.objectsDidChange.sink { _ in if chore.value.minutes == 4 { followed.fulfill() } }
        }
        let release = DispatchSemaphore(value: 0)
        parent.perform { release.wait() }
        for minutes in 2...4 { try Self.setAll(minutes, container) }
        release.signal()
        wait(for: [followed], timeout: 30)
        subscription.cancel()
        child.performAndWait { withExtendedLifetime(chore) {} }
    }
}
