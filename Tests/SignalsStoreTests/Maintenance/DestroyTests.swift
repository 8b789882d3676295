import Foundation
import SignalsStore
import XCTest

final class DestroyTests: XCTestCase {
    func testAStoreIsDeletedWithAllThatBelongsToIt() throws {
        let folder = try makeFolder()
        let url = folder.appending(path: "store.sqlite")
        let container = try openContainer(at: url)
        try container.addChores("Dust")
        container.close()
        try PersistentContainer.destroyStore(at: url)
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        XCTAssertEqual(left.filter { !$0.hasSuffix("-lock") }, [])
        try PersistentContainer.destroyStore(at: url)
        let again = try openContainer(at: url)
        XCTAssertEqual(try again.choreNames(), [])
        again.close()
    }

    func testAStoreThatWasNotClosedIsDeletedWithItsLog() throws {
        let folder = try makeFolder()
        let url = folder.appending(path: "store.sqlite")
        let container = try openContainer(at: url)
        try container.addChores("Dust")
        let crashed = folder.appending(path: "crashed.sqlite")
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: url.path + suffix, toPath: crashed.path + suffix)
        }
        container.close()
        try PersistentContainer.destroyStore(at: crashed)
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        XCTAssertEqual(left.filter { $0.hasPrefix("crashed") && !$0.hasSuffix("-lock") }, [])
    }

    func testAnOpenStoreIsNotDeleted() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        let container = try openContainer(at: url)
        defer { container.close() }
        try container.addChores("Dust")
        XCTAssertThrowsError(try PersistentContainer.destroyStore(at: url)) { error in
            guard case StoreError.inUse = error else { return XCTFail("\(error)") }
        }
        try container.addChores("Mow")
        XCTAssertEqual(try container.choreNames(), ["Dust", "Mow"])
    }

    func testDestroyStoreDeletesNoOtherFile() throws {
        let folder = try makeFolder()
        let url = folder.appending(path: "letter.txt")
        try Data("Dear all".utf8).write(to: url)
        XCTAssertThrowsError(try PersistentContainer.destroyStore(at: url)) { error in
            guard case StoreError.notADatabase = error else { return XCTFail("\(error)") }
        }
        XCTAssertThrowsError(try PersistentContainer.destroyStore(at: folder)) { error in
            guard case StoreError.isDirectory = error else { return XCTFail("\(error)") }
        }
        XCTAssertEqual(try Data(contentsOf: url), Data("Dear all".utf8))
    }
}
