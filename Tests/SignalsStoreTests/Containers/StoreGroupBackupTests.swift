import Foundation
import Signals
import SignalsStore
import Synchronization
import XCTest

private final class Invoice: ManagedObject { @Attribute var amount = 0 }
private final class Preview: ManagedObject { @Attribute var amount = 0 }

/// One object more in each store.
private func add(_ amount: Int, to container: PersistentContainer) throws {
    try container.inBackground { context in
        Invoice(context: context).amount = amount
        Preview(context: context).amount = amount
        try context.save()
    }
}

final class StoreGroupBackupTests: XCTestCase {
    private let model = ManagedObjectModel(configurations: ["Main": [Invoice.self], "Cache": [Preview.self]])

    private func open(_ stores: PersistentStoreDescription...) throws -> PersistentContainer {
        let container = try PersistentContainer(name: "Several", model: model, stores: stores)
        addTeardownBlock { container.close() }
        return container
    }

    private func open(in folder: URL) throws -> PersistentContainer {
        try open(
            .sqlite(at: folder.appending(path: "main.sqlite"), configuration: "Main"),
            .sqlite(at: folder.appending(path: "cache.sqlite"), configuration: "Cache"))
    }

    private func amounts(_ container: PersistentContainer) throws -> (ledger: [Int], previews: [Int]) {
        try container.inBackground { context in
            (
                try context.fetch(FetchRequest<Invoice>(sortBy: [SortDescriptor(\.amount)])).map(\.amount),
                try context.fetch(FetchRequest<Preview>(sortBy: [SortDescriptor(\.amount)])).map(\.amount)
            )
        }
    }

    private func files(_ folder: URL) throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: folder.path))
    }

    func testEachStoreHasAFileOfItsNameInTheFolderAndTheCopyOpensAsTheOriginalDoes() throws {
        let folder = try makeFolder()
        let container = try open(in: folder)
        try add(1, to: container)
        let copy = folder.appending(path: "copy")
        try backUp(container, to: copy)
        try add(2, to: container)
        container.close()
        XCTAssertEqual(try files(copy), ["main.sqlite", "cache.sqlite"], "and nothing beside them")
        let restored = try open(in: copy)
        let found = try amounts(restored)
        XCTAssertEqual(found.ledger, [1])
        XCTAssertEqual(found.previews, [1])
    }

    func testStoresInMemoryAreNamedAfterTheirConfigurations() throws {
        let container = try open(.inMemory(configuration: "Main"), .inMemory(configuration: "Cache"))
        try add(7, to: container)
        let copy = try makeFolder()
        try Data("notes".utf8).write(to: copy.appending(path: "notes.txt"))
        try backUp(container, to: copy)
        XCTAssertEqual(try files(copy), ["Main.sqlite", "Cache.sqlite", "notes.txt"])
        let restored = try open(
            .sqlite(at: copy.appending(path: "Main.sqlite"), configuration: "Main"),
            .sqlite(at: copy.appending(path: "Cache.sqlite"), configuration: "Cache"))
        XCTAssertEqual(try amounts(restored).previews, [7])
    }

    func testFilesOfOneNameDoNotReplaceEachOther() throws {
        let folders = [try makeFolder(), try makeFolder()]
        let container = try open(
            .sqlite(at: folders[0].appending(path: "store.sqlite"), configuration: "Main"),
            .sqlite(at: folders[1].appending(path: "Store.sqlite"), configuration: "Cache"))
        try add(3, to: container)
        let copy = try makeFolder()
        try backUp(container, to: copy)
        XCTAssertEqual(try files(copy), ["store.sqlite", "Store-2.sqlite"])
    }

    /// Each save adds one to both stores, so that a different count would be of no moment at all.
    func testTheCopiesOfAllStoresAreOfOneMoment() throws {
        let folder = try makeFolder()
        let container = try open(in: folder)
        for number in 0..<20 { try add(number, to: container) }
        let isDone = Mutex(false)
        let saved = expectation(description: "saved meanwhile")
        DispatchQueue.global().async {
            var number = 20
            while !isDone.withLock({ $0 }) {
                try? add(number, to: container)
                number += 1
            }
            saved.fulfill()
        }
        let copies = (0..<8).map { folder.appending(path: "copy\($0)") }
        for copy in copies { try backUp(container, to: copy) }
        isDone.withLock { $0 = true }
        wait(for: [saved], timeout: 60)
        container.close()
        for copy in copies {
            let found = try amounts(try open(in: copy))
            XCTAssertGreaterThanOrEqual(found.ledger.count, 20)
            XCTAssertEqual(found.ledger, found.previews)
        }
    }

    func testProgressRisesToTheEndOverAllStores() throws {
        let folder = try makeFolder()
        let container = try open(in: folder)
        try add(1, to: container)
        let progress = Mutex<[Double]>([])
        try backUp(container, to: folder.appending(path: "copy")) { part in progress.withLock { $0.append(part) } }
        let parts = progress.withLock { $0 }
        XCTAssertGreaterThanOrEqual(parts.count, 3)
        XCTAssertEqual(parts, parts.sorted())
        XCTAssertEqual(parts.last, 1)
    }

    func testAFailureLeavesTheFolderAsItWas() throws {
        let folder = try makeFolder()
        let container = try open(in: folder)
        try add(1, to: container)
        let copy = try makeFolder()
        try backUp(container, to: copy)
        try add(2, to: container)
        let open = try self.open(in: copy)
        XCTAssertThrowsError(try backUp(container, to: copy)) { error in
            guard case StoreError.inUse = error else { return XCTFail("\(error)") }
        }
        open.close()
        XCTAssertFalse(try files(copy).contains { $0.contains("partial") }, "nothing half done is left")
        try FileManager.default.removeItem(at: copy.appending(path: "cache.sqlite"))
        try Data("Dear all".utf8).write(to: copy.appending(path: "cache.sqlite"))
        XCTAssertThrowsError(try backUp(container, to: copy)) { error in
            guard case StoreError.wouldReplace = error else { return XCTFail("\(error)") }
        }
        XCTAssertEqual(
            try SQLiteShell.run("SELECT COUNT(*) FROM Invoice", at: copy.appending(path: "main.sqlite")), ["1"],
            "the first store's copy was not replaced, since the second's could not be")
        try backUp(container, to: copy, replacingAnyFile: true)
        XCTAssertEqual(
            try SQLiteShell.run("SELECT COUNT(*) FROM Preview", at: copy.appending(path: "cache.sqlite")), ["2"])
    }

    func testAFileIsNoPlaceForTheStoresNorIsTheFolderThatTheyAreIn() throws {
        let folder = try makeFolder()
        let container = try open(in: folder)
        try add(1, to: container)
        let file = folder.appending(path: "letter.txt")
        try Data("Dear all".utf8).write(to: file)
        XCTAssertThrowsError(try backUp(container, to: file)) { error in
            guard case StoreError.isNoDirectory = error else { return XCTFail("\(error)") }
            XCTAssertTrue("\(error)".contains("letter.txt is a file"))
        }
        XCTAssertThrowsError(try backUp(container, to: folder)) { error in
            guard case StoreError.inUse = error else { return XCTFail("\(error)") }
        }
        XCTAssertThrowsError(try backUp(container, to: folder.appending(path: "missing/copy"))) { error in
            guard case StoreError.noPermission = error else { return XCTFail("\(error)") }
        }
        XCTAssertEqual(try amounts(container).ledger, [1])
        container.close()
        XCTAssertThrowsError(try backUp(container, to: folder.appending(path: "late"))) { error in
            guard case StoreError.closed = error else { return XCTFail("\(error)") }
        }
        XCTAssertFalse(try files(folder).contains("late"))
    }
}
