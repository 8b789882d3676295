import AnotherStore
import Foundation
import SignalsStore
import Synchronization
import XCTest

/// A store that does what it need not.
private final class AbleStore: PersistentStore {
    let identifier = UUID()
    private let store = DictionaryStore()
    private let done = Mutex<[String]>([])

    var calls: [String] { done.withLock { $0 } }
    private func note(_ call: String) { done.withLock { $0.append(call) } }

    func rows(_ request: RowRequest) -> [StoredRow] { store.rows(request) }
    func commit(_ changes: [TableChanges]) { store.commit(changes) }
    func close() { note("close") }

    // Columns go by their names; a new one has the value that stands for nothing.
    func migrate(from old: [StoreTable], to new: [StoreTable]) {
        note("migrate")
        for table in new {
            let before = old.first { $0.name == table.name } ?? table
            let places = table.columns.map { column in before.columns.firstIndex { $0.name == column.name } }
            let rows = store.rows(RowRequest(before)).map { row in
                StoredRow(
                    number: row.number, version: row.version + 1,
                    values: places.map { $0.map { row.values[$0] } ?? .null })
            }
            store.commit([TableChanges(table, stored: rows)])
        }
    }

    func backup(to url: URL, replacingAnyFile: Bool, progress: (Double) -> Void) {
        progress(0.5)
        note("backup to \(url.lastPathComponent)")
    }

    func checkIntegrity() -> [IntegrityFinding] { [.damage(reason: "a page is missing")] }
}

private enum Before {
    final class Pot: ManagedObject {
        @Attribute var glaze = ""
        @Attribute var litres = 0
    }
}

private enum After {
    final class Pot: ManagedObject {
        @Attribute var owner: String?
        @Attribute var litres = 0
    }
}

final class AbleStoreTests: XCTestCase {
    private func open(_ store: AbleStore, _ model: ManagedObjectModel) throws -> PersistentContainer {
        try PersistentContainer(
            name: "Able", model: model, stores: [PersistentStoreDescription { _ in store }.dropping("Pot.glaze")])
    }

    func testBackupAndIntegrityCheckAreAskedOfIt() async throws {
        let store = AbleStore()
        let container = try open(store, ManagedObjectModel(Remark.self))
        let progress = Mutex<[Double]>([])
        try await container.backup(to: FileManager.default.temporaryDirectory.appending(path: "copy")) { part in
            progress.withLock { $0.append(part) }
        }.value
        XCTAssertEqual(progress.withLock { $0 }, [0.5])
        let findings = try await container.integrityCheck().value
        XCTAssertEqual(findings, [.damage(reason: "a page is missing")])
        container.close()
        XCTAssertEqual(store.calls, ["backup to copy", "close"])
    }

    func testItBringsItsRowsToTheTablesOfANewModel() throws {
        let store = AbleStore()
        let before = try open(store, ManagedObjectModel(Before.Pot.self))
        try before.inBackground { context in
            let pot = Before.Pot(context: context)
            (pot.glaze, pot.litres) = ("blue", 12)
            try context.save()
        }
        before.close()
        for _ in 0..<2 {
            let after = try open(store, ManagedObjectModel(After.Pot.self))
            try after.inBackground { context in
                let pots = try context.fetch(FetchRequest<After.Pot>())
                XCTAssertEqual(pots.map(\.litres), [12])
                XCTAssertEqual(pots.map(\.owner), [nil])
            }
            after.close()
        }
        XCTAssertEqual(store.calls, ["close", "migrate", "close", "close"], "once is enough")
    }

    func testItIsNotAskedToDropWhatNobodyNamed() throws {
        let store = AbleStore()
        let before = try open(store, ManagedObjectModel(Before.Pot.self))
        try before.inBackground { context in
            Before.Pot(context: context).glaze = "blue"
            try context.save()
        }
        before.close()
        let plain = PersistentStoreDescription { _ in store }
        XCTAssertThrowsError(
            try PersistentContainer(name: "Able", model: ManagedObjectModel(After.Pot.self), stores: [plain])
        ) { error in
            guard case StoreError.wouldDrop(_, let losses) = error else { return XCTFail("\(error)") }
            XCTAssertEqual(losses.map(\.description), ["Pot.glaze (1 value)"])
        }
        XCTAssertThrowsError(try open(store, ManagedObjectModel(Remark.self))) { error in
            guard case StoreError.otherProgramsStore(_, entityNames: ["Pot"]) = error else {
                return XCTFail("\(error)")
            }
        }
        XCTAssertFalse(store.calls.contains("migrate"))
    }
}
