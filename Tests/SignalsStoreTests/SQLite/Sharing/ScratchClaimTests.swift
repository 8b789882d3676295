import Foundation
import XCTest

@testable import SignalsSQLite
@testable import SignalsStore

/// The folders of stores in memory, after processes that were killed.
final class ScratchClaimTests: XCTestCase {
    func testAFolderThatNobodyUsesAnyMoreIsDeletedAndOthersStay() throws {
        let parent = try makeFolder()
        // The system takes back the lock of a killed process, as this releases it.
        let left = try ScratchClaim(in: parent).folder
        let used = try ScratchClaim(in: parent)
        let ofOlderVersion = parent.appending(path: "signals-0")
        try FileManager.default.createDirectory(at: ofOlderVersion, withIntermediateDirectories: false)
        XCTAssertTrue(FileManager.default.fileExists(atPath: left.path))
        ScratchClaim.removeLeftovers(in: parent)
        XCTAssertFalse(FileManager.default.fileExists(atPath: left.path))
        withExtendedLifetime(used) { XCTAssertTrue(FileManager.default.fileExists(atPath: used.folder.path)) }
        XCTAssertTrue(FileManager.default.fileExists(atPath: ofOlderVersion.path))
    }

    func testAStoreInMemoryThatIsOpenStays() throws {
        let shared = URL(fileURLWithPath: "/dev/shm")
        let parent =
            FileManager.default.isWritableFile(atPath: shared.path) ? shared : FileManager.default.temporaryDirectory
        let folders = { Set(try FileManager.default.contentsOfDirectory(atPath: parent.path)) }
        let before = try folders()
        let container = try PersistentContainer(
            name: "Test", model: ManagedObjectModel(Chore.self), stores: [.inMemory()])
        let made = try folders().subtracting(before)
        ScratchClaim.removeLeftovers(in: parent)
        try container.addChores("Dust")
        // Others may have come and gone meanwhile.
        XCTAssertFalse(try made.isDisjoint(with: folders()))
        XCTAssertEqual(try container.choreNames(), ["Dust"])
        container.close()
    }
}
