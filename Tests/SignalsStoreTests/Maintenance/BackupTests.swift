import Foundation
import Signals
import SignalsStore
import Synchronization
import XCTest

final class BackupTests: XCTestCase {
    func testABackupIsAStoreWithTheSameObjects() throws {
        let folder = try makeFolder()
        let container = try openContainer(at: folder.appending(path: "store.sqlite"))
        let ids = try container.addChores("Dust", "Mow")
        let copy = folder.appending(path: "copy.sqlite")
        try backUp(container, to: copy)
        try container.addChores("after the backup")
        container.close()
        XCTAssertEqual(
            Set(try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("copy") }),
            ["copy.sqlite"], "one file, and nothing beside it")
        let restored = try openContainer(at: copy)
        defer { restored.close() }
        XCTAssertEqual(try restored.choreNames(), ["Dust", "Mow"])
        try restored.inBackground { XCTAssertEqual(try $0.existingObject(with: ids[1]).name, "Mow") }
    }

    func testAStoreInMemoryCanBeBackedUp() throws {
        let container = try makeContainer()
        try container.addChores("Dust")
        let copy = try makeFolder().appending(path: "copy.sqlite")
        try backUp(container, to: copy)
        let restored = try openContainer(at: copy)
        XCTAssertEqual(try restored.choreNames(), ["Dust"])
        restored.close()
    }

    /// Each save adds two objects, so that a copy with an odd number would be of no moment at all.
    func testABackupUnderConcurrentSavesIsOfOneMoment() throws {
        let folder = try makeFolder()
        let container = try openContainer(at: folder.appending(path: "store.sqlite"))
        try container.inBackground { context in
            for number in 0..<4000 {
                let chore = Chore(context: context)
                chore.name = "first \(number)"
                chore.notes = String(repeating: "x", count: 300)
            }
            try context.save()
        }
        let isDone = Mutex(false)
        let savers = expectation(description: "saved meanwhile")
        savers.expectedFulfillmentCount = 2
        for saver in 0..<2 {
            DispatchQueue.global().async {
                var number = 0
                while !isDone.withLock({ $0 }) {
                    _ = try? container.addChores("a \(saver) \(number)", "b \(saver) \(number)")
                    number += 1
                }
                savers.fulfill()
            }
        }
        let copies = (0..<3).map { folder.appending(path: "copy\($0).sqlite") }
        for copy in copies { try backUp(container, to: copy) }
        isDone.withLock { $0 = true }
        wait(for: [savers], timeout: 60)
        container.close()
        for copy in copies {
            let restored = try openContainer(at: copy)
            defer { restored.close() }
            let names = Set(try restored.choreNames())
            XCTAssertGreaterThanOrEqual(names.count, 4000)
            for name in names where name.hasPrefix("a ") {
                XCTAssertTrue(names.contains("b " + name.dropFirst(2)), "half of a save")
            }
            XCTAssertEqual(names.filter { $0.hasPrefix("a ") }.count, names.filter { $0.hasPrefix("b ") }.count)
        }
    }

    func testProgressRisesToTheEnd() throws {
        let folder = try makeFolder()
        let container = try openContainer(at: folder.appending(path: "store.sqlite"))
        defer { container.close() }
        try container.inBackground { context in
            for number in 0..<300 { Chore(context: context).name = String(repeating: "\(number) ", count: 4000) }
            try context.save()
        }
        let progress = Mutex<[Double]>([])
        try backUp(container, to: folder.appending(path: "copy.sqlite")) { part in
            progress.withLock { $0.append(part) }
        }
        let parts = progress.withLock { $0 }
        XCTAssertGreaterThan(parts.count, 3)
        XCTAssertEqual(parts, parts.sorted())
        XCTAssertEqual(parts.last, 1)
    }

    func testAnOlderBackupIsReplaced() throws {
        let folder = try makeFolder()
        let container = try openContainer(at: folder.appending(path: "store.sqlite"))
        defer { container.close() }
        let copy = folder.appending(path: "copy.sqlite")
        try container.addChores("Dust")
        try backUp(container, to: copy)
        try container.addChores("Mow")
        try backUp(container, to: copy)
        let restored = try openContainer(at: copy)
        XCTAssertEqual(try restored.choreNames(), ["Dust", "Mow"])
        restored.close()
    }

    func testAFileThatIsNoStoreIsReplacedOnlyWhenToldSo() throws {
        let folder = try makeFolder()
        let container = try openContainer(at: folder.appending(path: "store.sqlite"))
        defer { container.close() }
        let others = ["letter.txt", "empty", "theirs.sqlite"].map { folder.appending(path: $0) }
        try Data("Dear all".utf8).write(to: others[0])
        try Data().write(to: others[1])
        try SQLiteShell.run("CREATE TABLE theirs (x)", at: others[2])
        for other in others {
            let before = try Data(contentsOf: other)
            XCTAssertThrowsError(try backUp(container, to: other)) { error in
                guard case StoreError.wouldReplace = error else { return XCTFail("\(error)") }
            }
            XCTAssertEqual(try Data(contentsOf: other), before)
            try backUp(container, to: other, replacingAnyFile: true)
            try openContainer(at: other).close()
        }
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.contains("partial") }
        XCTAssertEqual(left, [], "nothing half done is left")
    }

    func testAnOpenStoreAFolderAndAMissingFolderAreNoPlaceForABackup() throws {
        let folder = try makeFolder()
        let url = folder.appending(path: "store.sqlite")
        let container = try openContainer(at: url)
        try container.addChores("Dust")
        XCTAssertThrowsError(try backUp(container, to: url)) { error in
            guard case StoreError.inUse = error else { return XCTFail("\(error)") }
        }
        XCTAssertThrowsError(try backUp(container, to: folder)) { error in
            guard case StoreError.isDirectory = error else { return XCTFail("\(error)") }
        }
        XCTAssertThrowsError(try backUp(container, to: folder.appending(path: "missing/copy.sqlite"))) { error in
            guard case StoreError.noPermission = error else { return XCTFail("\(error)") }
        }
        XCTAssertEqual(try container.choreNames(), ["Dust"])
        container.close()
        XCTAssertThrowsError(try backUp(container, to: folder.appending(path: "late.sqlite"))) { error in
            guard case StoreError.closed = error else { return XCTFail("\(error)") }
        }
    }
}
