import AnotherStore
import Foundation
import Signals
import SignalsStore
import Synchronization
import XCTest

final class FollowingTests: XCTestCase {
    func testALiveQueryFollowsTheCommits() throws {
        let container = try makeGarden()
        let ids = try container.addPlants("Rose", "Fern")
        let states = [["Fern", "Rose"], ["Fern", "Ivy", "Rose"], ["Ivy", "Rose"]].map { names in
            (names, expectation(description: "\(names)"))
        }
        let request = FetchRequest<Plant>(sortBy: [SortDescriptor(\.name)])
        let cancellable = container.publisher(for: request).sink { _ in
        } receiveValue: { snapshots in
            states.first { $0.0 == snapshots.map(\.name) }?.1.fulfill()
        }
        wait(for: [states[0].1], timeout: 30)
        try container.addPlants("Ivy")
        wait(for: [states[1].1], timeout: 30)
        try container.inBackground { context in
            context.delete(try context.existingObject(with: ids[1]))
            try context.save()
        }
        wait(for: [states[2].1], timeout: 30)
        cancellable.cancel()
    }

    func testAPinnedContextReadsOneStateWhateverIsCommitted() throws {
        let container = try makeGarden()
        let ids = try container.addPlants("Rose", "Fern", "Ivy")
        let pinned = container.newBackgroundContext()
        try pinned.performAndWait { try pinned.setQueryGeneration(.current) }
        try container.inBackground { context in
            try context.existingObject(with: ids[0]).name = "Dog rose"
            context.delete(try context.existingObject(with: ids[1]))
            Plant(context: context).name = "Ash"
            try context.save()
            try context.existingObject(with: ids[0]).name = "Tea rose"
            try context.save()
        }
        try pinned.performAndWait {
            var request = FetchRequest<Plant>(sortBy: [SortDescriptor(\.name)])
            XCTAssertEqual(try pinned.fetch(request).map(\.name), ["Fern", "Ivy", "Rose"])
            request.fetchLimit = 1
            XCTAssertEqual(try pinned.fetchSnapshots(request).map(\.name), ["Fern"])
            try pinned.setQueryGeneration(nil)
            request.fetchLimit = nil
            XCTAssertEqual(try pinned.fetch(request).map(\.name), ["Ash", "Ivy", "Tea rose"])
        }
    }

    func testAFetchDuringACommitSeesAllOfItOrNothing() throws {
        let store = SlowStore()
        let container = try makeGarden(store)
        @Sendable func state() throws -> [String] {
            try container.inBackground { context in
                let bedless = FetchRequest<Plant>(predicate: #Predicate { $0.bed?.name != "North" })
                let beds = try context.count(for: FetchRequest<Bed>())
                let plants = try context.count(for: FetchRequest<Plant>())
                return ["\(beds) beds", "\(plants) plants", "\(try context.count(for: bedless)) outside"]
            }
        }
        try container.addPlants("Rose")
        let seen = Mutex<[[String]]>([])
        store.inTheMiddle { seen.withLock { $0.append((try? state()) ?? []) } }
        try container.inBackground { context in
            let bed = Bed(context: context)
            bed.name = "North"
            try context.fetch(FetchRequest<Plant>())[0].bed = bed
            Plant(context: context).name = "Ivy"
            try context.save()
        }
        XCTAssertEqual(seen.withLock { Set($0) }, [["0 beds", "1 plants", "1 outside"]])
        XCTAssertGreaterThan(seen.withLock { $0.count }, 1, "it was looked at after each table")
        XCTAssertEqual(try state(), ["1 beds", "2 plants", "1 outside"])
    }

    func testOthersCommitsAreFollowedWhenTheStoreReportsThem() throws {
        let store = SharedStore()
        let container = try makeGarden(store)
        let id = try container.addPlants("Rose")[0]
        let renamed = expectation(description: "the new name")
        let cancellable = container.publisher(for: FetchRequest<Plant>()).sink { _ in
        } receiveValue: { snapshots in
            if snapshots.map(\.name) == ["Dog rose"] { renamed.fulfill() }
        }
        store.changeFromOutside { $0.renamed("Dog rose") }
        wait(for: [renamed], timeout: 30)
        XCTAssertEqual(try container.inBackground { try $0.existingObject(with: id).name }, "Dog rose")
        cancellable.cancel()
    }

    func testAStoreThatOthersWriteToDecidesAnewWhenTheyCameBetween() throws {
        let store = SharedStore()
        let container = try makeGarden(store)
        let id = try container.addPlants("Rose")[0]
        let context = container.newBackgroundContext()
        try context.performAndWait {
            try context.existingObject(with: id).height = 50
            store.interruptNextCommit { $0.renamed("Dog rose") }
            try context.save()
        }
        try container.inBackground { context in
            let rose = try context.existingObject(with: id)
            XCTAssertEqual(rose.name, "Dog rose", "what came between is not overwritten")
            XCTAssertEqual(rose.height, 50)
        }
    }
}

/// A store that makes its changes one table after the other.
private final class SlowStore: PersistentStore {
    let identifier = UUID()
    private let store = DictionaryStore()
    private let look = Mutex<(@Sendable () -> Void)?>(nil)

    func inTheMiddle(_ look: @escaping @Sendable () -> Void) { self.look.withLock { $0 = look } }
    func rows(_ request: RowRequest) -> [StoredRow] { store.rows(request) }

    func commit(_ changes: [TableChanges]) {
        for change in changes {
            look.withLock { $0 }?()
            store.commit([change])
        }
    }
}

extension StoredRow {
    /// The row of a plant with another name.
    fileprivate func renamed(_ name: String) -> StoredRow {
        StoredRow(number: number, version: version + 1, values: [.text(name)] + values.dropFirst())
    }
}

/// A store that others write to, too.
private final class SharedStore: PersistentStore {
    typealias Change = @Sendable (StoredRow) -> StoredRow

    let identifier = UUID()
    private let store = DictionaryStore()
    private let handler = Mutex<(@Sendable () -> Void)?>(nil)
    private let plants = Mutex<StoreTable?>(nil)
    private let interruption = Mutex<Change?>(nil)

    func rows(_ request: RowRequest) -> [StoredRow] { store.rows(request) }
    func commit(_ changes: [TableChanges]) { store.commit(changes) }
    func watch(_ handler: @escaping @Sendable () -> Void) { self.handler.withLock { $0 = handler } }

    // As with a server that refuses changes of rows that have another version by now.
    func exclusively(_ decide: (any RowReader) throws -> [TableChanges]) throws {
        while true {
            let changes = try decide(store)
            if let table = changes.map(\.table).first(where: { $0.name == "Plant" }) { plants.withLock { $0 = table } }
            guard let change = interruption.withLock({ $0.take() }) else { return commit(changes) }
            changeEveryPlant(change)
        }
    }

    func interruptNextCommit(_ change: @escaping Change) { interruption.withLock { $0 = change } }

    func changeFromOutside(_ change: Change) {
        changeEveryPlant(change)
        handler.withLock { $0 }?()
    }

    private func changeEveryPlant(_ change: Change) {
        guard let table = plants.withLock({ $0 }) else { return }
        store.commit([TableChanges(table, stored: store.rows(RowRequest(table)).map(change))])
    }
}
