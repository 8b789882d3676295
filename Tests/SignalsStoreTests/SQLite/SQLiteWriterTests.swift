import CSQLite
import Foundation
import Signals
import XCTest

@testable import SignalsStore
@testable import SignalsStoreCore
@testable import SignalsSQLite

final class SQLiteWriterTests: XCTestCase {
    private func reason(_ body: () throws -> Void) -> SaveError.Reason? {
        do { try body() } catch { return (error as? SaveError)?.reason }
        return nil
    }

    func testASaveToAFileThatWasMovedFailsAndWorksAgainWhenItIsBack() throws {
        let folder = try makeFolder()
        let (url, elsewhere) = (folder.appending(path: "store.sqlite"), folder.appending(path: "elsewhere"))
        let container = try openContainer(at: url)
        try container.addChores("Dust")
        XCTAssertEqual(try container.choreNames(), ["Dust"])
        try FileManager.default.moveItem(at: url, to: elsewhere)
        guard case .fileMissing = reason({ try container.addChores("Mop") }) else { return XCTFail("it was saved") }
        XCTAssertEqual(try container.choreNames(), ["Dust"], "the store still reads")
        try FileManager.default.moveItem(at: elsewhere, to: url)
        try container.addChores("Mop")
        container.close()
        let reopened = try openContainer(at: url)
        XCTAssertEqual(try reopened.choreNames(), ["Dust", "Mop"])
        reopened.close()
    }

    func testAFetchFromAFileThatWasDeletedSaysSo() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        let container = try openContainer(at: url)
        defer { container.close() }
        try FileManager.default.removeItem(at: url)
        XCTAssertThrowsError(try container.choreNames()) { error in
            guard case FetchError.fileMissing = error else { return XCTFail("\(error)") }
        }
    }

    func testASaveToAFileThatWasReplacedOrWhoseLogWasDeletedFails() throws {
        for suffix in ["", "-wal"] {
            let url = try makeFolder().appending(path: "store.sqlite")
            let container = try openContainer(at: url)
            try container.addChores("Dust")
            try FileManager.default.removeItem(atPath: url.path + suffix)
            _ = FileManager.default.createFile(atPath: url.path + suffix, contents: Data())
            guard case .fileMissing = reason({ try container.addChores("Mop") }) else {
                return XCTFail("it was saved to a file that nobody can open")
            }
            container.close()
            XCTAssertEqual(FileManager.default.contents(atPath: url.path + suffix), Data(), "it is left alone")
        }
    }

    func testASaveWaitsForAnotherProgramUpToTheDeadlineAndCanBeRepeated() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        var store = PersistentStoreDescription.sqlite(at: url)
        store.busyTimeout = 0.1
        let model = ManagedObjectModel(Chore.self)
        let container = try PersistentContainer(name: "Test", model: model, stores: [store])
        let other = try SQLiteConnection(path: url.path)
        try other.execute("BEGIN IMMEDIATE")
        let context = container.newBackgroundContext()
        try context.performAndWait {
            Chore(context: context).name = "Dust"
            guard case .busy = reason({ try context.save() }) else { return XCTFail("the lock was not noticed") }
            XCTAssertEqual(try context.count(for: FetchRequest<Chore>()), 1, "the change is still here")
        }
        XCTAssertEqual(try container.choreNames(), [], "reading goes on")
        try other.execute("ROLLBACK")
        try context.performAndWait { try context.save() }
        XCTAssertEqual(try container.choreNames(), ["Dust"])
        container.close()
    }

    func testReadersAreNotHeldUpByAWriter() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        let container = try openContainer(at: url)
        try container.addChores("Dust")
        let other = try SQLiteConnection(path: url.path)
        try other.execute("BEGIN IMMEDIATE")
        let readers = DispatchGroup()
        for _ in 0..<8 {
            DispatchQueue.global().async(group: readers) { XCTAssertEqual(try? container.choreNames(), ["Dust"]) }
        }
        XCTAssertEqual(readers.wait(timeout: .now() + 60), .success)
        try other.execute("ROLLBACK")
        container.close()
    }

    func testTheLogIsMovedIntoTheFileAndStartedOver() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        var store = PersistentStoreDescription.sqlite(at: url)
        store.logPages = 20
        let model = ManagedObjectModel(Chore.self)
        let container = try PersistentContainer(name: "Test", model: model, stores: [store])
        for number in 0..<200 { try container.addChores("chore \(number)") }
        let size = try FileManager.default.attributesOfItem(atPath: url.path + "-wal")[.size] as? Int
        XCTAssertLessThan(try XCTUnwrap(size), 100 * 4200)
        XCTAssertEqual(try container.choreNames().count, 200)
        container.close()
    }
}
