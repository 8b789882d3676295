import Signals
import XCTest

@testable import HouseholdTasks

final class SaveResultTests: XCTestCase {
    private struct Broken: Error {}

    @MainActor
    private func follow(_ result: Result<Int, any Error>, in saves: SaveResult) {
        saves.follow(Future { $0(result) }, saved: { "saved \($0)" }, failed: { _ in "failed" })
    }

    @MainActor
    func testASuccessIsSaid() async {
        let saves = SaveResult()
        follow(.success(7), in: saves)
        XCTAssertEqual(saves.savesUnderWay, 1)
        await saves.settled()
        XCTAssertEqual(saves.lastSaved, "saved 7")
        XCTAssertFalse(saves.hasError)
    }

    @MainActor
    func testAFailureStaysUntilItIsDismissedWhateverSucceedsAfterIt() async {
        let saves = SaveResult()
        follow(.failure(Broken()), in: saves)
        await saves.settled()
        follow(.success(1), in: saves)
        await saves.settled()
        XCTAssertTrue(saves.hasError)
        XCTAssertEqual(saves.alerts, ["failed"])
        saves.dismiss()
        XCTAssertFalse(saves.hasError)
        XCTAssertEqual(saves.alerts, [])
    }

    @MainActor
    func testFailuresAreDismissedOneByOneOrAllAtOnce() async {
        let saves = SaveResult()
        for _ in 0..<3 { follow(.failure(Broken()), in: saves) }
        saves.alert("another")
        await saves.settled()
        XCTAssertEqual(saves.alerts.count, 4)
        saves.dismiss()
        XCTAssertTrue(saves.hasError)
        saves.dismissAll()
        XCTAssertFalse(saves.hasError)
        saves.dismiss()
        XCTAssertFalse(saves.hasError)
    }

    @MainActor
    func testWhatHasNotBeenSavedYetIsCounted() async {
        let saves = SaveResult()
        let promise = Locked<((Result<Int, any Error>) -> Void)?>(nil)
        saves.follow(Future { given in promise.withLock { $0 = given } }, saved: { "\($0)" }, failed: { _ in "failed" })
        XCTAssertEqual(saves.savesUnderWay, 1)
        promise.withLock { $0 }?(.success(1))
        await saves.settled()
        XCTAssertEqual(saves.savesUnderWay, 0)
    }
}
