import Foundation
import Signals
import SignalsStore
import Synchronization
import XCTest

/// In both stores.
private final class Clipping: ManagedObject {
    @Attribute(.unique) var text = ""
    @Attribute var rank = 0
}
/// In the main store only.
private final class Curator: ManagedObject { @Attribute var name = "" }
/// In the cache only.
private final class Thumbnail: ManagedObject { @Attribute var name = "" }
/// In no configuration.
private final class Stray: ManagedObject { @Attribute var name = "" }

final class SeveralStoresTests: XCTestCase {
    private func makeModel() -> ManagedObjectModel {
        ManagedObjectModel(
            configurations: ["Main": [Clipping.self, Curator.self], "Cache": [Clipping.self, Thumbnail.self]],
            Stray.self)
    }

    private func open(
        _ folder: URL, _ model: ManagedObjectModel? = nil
    ) throws -> PersistentContainer {
        try PersistentContainer(
            name: "Several", model: model ?? makeModel(),
            stores: [
                .sqlite(at: folder.appending(path: "main.sqlite"), configuration: "Main"),
                .sqlite(at: folder.appending(path: "cache.sqlite"), configuration: "Cache"),
            ])
    }

    private func add(_ entries: [(String, Int, String)], to container: PersistentContainer) throws {
        try container.inBackground { context in
            for (text, rank, configuration) in entries {
                let entry = Clipping(context: context, configuration: configuration)
                entry.text = text
                entry.rank = rank
            }
            try context.save()
        }
    }

    func testEachStoreKeepsItsPartOfTheModel() throws {
        let folder = try makeFolder()
        let container = try open(folder)
        try add([("here", 1, "Main"), ("there", 2, "Cache")], to: container)
        try container.inBackground { context in
            Curator(context: context).name = "Ada"
            Thumbnail(context: context).name = "small"
            try context.save()
        }
        container.close()
        let (main, cache) = (folder.appending(path: "main.sqlite"), folder.appending(path: "cache.sqlite"))
        XCTAssertEqual(try SQLiteShell.run("SELECT text FROM Clipping", at: main), ["here"])
        XCTAssertEqual(try SQLiteShell.run("SELECT text FROM Clipping", at: cache), ["there"])
        XCTAssertEqual(try SQLiteShell.run("SELECT name FROM Curator", at: main), ["Ada"])
        XCTAssertEqual(try SQLiteShell.run("SELECT name FROM Thumbnail", at: cache), ["small"])
        XCTAssertThrowsError(try SQLiteShell.run("SELECT * FROM Thumbnail", at: main))
    }

    func testARequestIsExplainedForEachStoreThatIsAsked() throws {
        let container = try open(try makeFolder())
        defer { container.close() }
        try container.inBackground { context in
            let plans = try FetchRequest<Clipping>(predicate: #Predicate { $0.text == "here" }).explain(in: context)
            XCTAssertEqual(plans.map(\.scansTable), [false, false])
            XCTAssertEqual(try FetchRequest<Thumbnail>().explain(in: context).count, 1)
        }
    }

    func testAFetchFindsTheObjectsOfAllStoresInOneOrder() throws {
        let container = try open(try makeFolder())
        defer { container.close() }
        let entries = (0..<3000).map { ("entry \($0)", ($0 * 7919) % 3000, $0 % 3 == 0 ? "Cache" : "Main") }
        try add(entries, to: container)
        try container.inBackground { context in
            var request = FetchRequest<Clipping>(sortBy: [SortDescriptor(\.rank)])
            XCTAssertEqual(try context.fetch(request).map(\.rank), Array(0..<3000))
            request.fetchOffset = 1020
            request.fetchLimit = 15
            XCTAssertEqual(try context.fetch(request).map(\.rank), Array(1020..<1035))
            request.sortDescriptors = [SortDescriptor(\.rank, order: .reverse)]
            XCTAssertEqual(try context.fetch(request).map(\.rank), Array((1965..<1980).reversed()))
            XCTAssertEqual(try context.count(for: request), 15)
            XCTAssertEqual(try context.count(for: FetchRequest<Clipping>(predicate: #Predicate { $0.rank < 10 })), 10)
            request = FetchRequest<Clipping>(
                predicate: #Predicate { $0.rank >= 2990 }, sortBy: [SortDescriptor(\.text)])
            let texts = try context.fetch(request).map(\.text)
            XCTAssertEqual(texts, texts.sorted())
            XCTAssertEqual(texts.count, 10)
        }
    }

    func testAnObjectIDNamesItsStoreForGood() throws {
        let folder = try makeFolder()
        let container = try open(folder)
        try add([("here", 1, "Main"), ("there", 2, "Cache")], to: container)
        let ids = try container.inBackground { context in
            try context.fetch(FetchRequest<Clipping>(sortBy: [SortDescriptor(\.text)])).map(\.objectID)
        }
        XCTAssertEqual(ids.map(\.description), ["Clipping/1", "Clipping/1"], "each store counts its own objects")
        XCTAssertNotEqual(ids[0], ids[1])
        container.close()
        // Alone, or in another order, each store has the same objects.
        let cache = try PersistentContainer(
            name: "Cache", model: makeModel(),
            stores: [.sqlite(at: folder.appending(path: "cache.sqlite"), configuration: "Cache")])
        try cache.inBackground { context in
            XCTAssertEqual(try context.existingObject(with: ids[1]).text, "there")
            XCTAssertThrowsError(try context.existingObject(with: ids[0])) { error in
                guard case FetchError.foreignObjectID = error else { return XCTFail("\(error)") }
            }
        }
        cache.close()
        let turned = try PersistentContainer(
            name: "Turned", model: makeModel(),
            stores: [
                .sqlite(at: folder.appending(path: "cache.sqlite"), configuration: "Cache"),
                .sqlite(at: folder.appending(path: "main.sqlite"), configuration: "Main"),
            ])
        defer { turned.close() }
        try turned.inBackground { context in
            XCTAssertEqual(try ids.map { try context.existingObject(with: $0).text }, ["here", "there"])
            let id = ids[1]
            XCTAssertEqual(
                try context.fetch(FetchRequest<Clipping>(predicate: #Predicate { $0.objectID == id })).map(\.text),
                ["there"])
            XCTAssertEqual(
                try context.fetch(
                    FetchRequest<Clipping>(predicate: #Predicate { $0.objectID != id })
                ).map(\.text), ["here"])
        }
    }

    func testChangesAndDeletionsGoWhereTheObjectIs() throws {
        let folder = try makeFolder()
        let container = try open(folder)
        try add([("a", 1, "Main"), ("b", 2, "Cache"), ("c", 3, "Cache"), ("d", 4, "Main")], to: container)
        try container.inBackground { context in
            let entries = try context.fetch(FetchRequest<Clipping>(sortBy: [SortDescriptor(\.rank)]))
            for entry in entries.prefix(2) { entry.text += " changed" }
            for entry in entries.suffix(2) { context.delete(entry) }
            try context.save()
            XCTAssertFalse(context.hasChanges)
            entries[1].text += " twice"
            try context.save()
        }
        container.close()
        XCTAssertEqual(
            try SQLiteShell.run("SELECT text FROM Clipping", at: folder.appending(path: "main.sqlite")), ["a changed"])
        XCTAssertEqual(
            try SQLiteShell.run("SELECT text FROM Clipping", at: folder.appending(path: "cache.sqlite")),
            ["b changed twice"])
    }

    func testASaveThatFailsInALaterStoreKeepsWhatTheEarlierOnesHave() throws {
        let container = try open(try makeFolder())
        defer { container.close() }
        try add([("taken", 1, "Cache")], to: container)
        try container.inBackground { context in
            let first = Clipping(context: context, configuration: "Main")
            first.text = "first"
            let second = Clipping(context: context, configuration: "Cache")
            second.text = "taken"
            XCTAssertThrowsError(try context.save()) { error in
                guard case .valueTaken = (error as? SaveError)?.reason else { return XCTFail("\(error)") }
            }
            XCTAssertFalse(first.hasChanges, "it is saved")
            XCTAssertTrue(second.isInserted, "it is not")
            second.text = "second"
            try context.save()
            XCTAssertEqual(try context.count(for: FetchRequest<Clipping>()), 3)
        }
        try container.inBackground { XCTAssertEqual(try $0.count(for: FetchRequest<Clipping>()), 3) }
    }

    func testASaveThatFailsInTheFirstStoreSavesNothing() throws {
        let container = try open(try makeFolder())
        defer { container.close() }
        try add([("taken", 1, "Main")], to: container)
        try container.inBackground { context in
            Clipping(context: context, configuration: "Main").text = "taken"
            Clipping(context: context, configuration: "Cache").text = "other"
            XCTAssertThrowsError(try context.save())
            context.rollback()
            XCTAssertEqual(try context.count(for: FetchRequest<Clipping>()), 1)
        }
    }

    func testContextsHearOfSavesToAnyStoreAndOfThoseOfOtherContainers() throws {
        let folder = try makeFolder()
        let container = try open(folder)
        defer { container.close() }
        try add([("a", 1, "Main"), ("b", 2, "Cache")], to: container)
        let context = container.newBackgroundContext()
        context.automaticallyMergesChangesFromParent = true
        try context.performAndWait {
            let entries = try context.fetch(FetchRequest<Clipping>(sortBy: [SortDescriptor(\.text)]))
            try container.inBackground { other in
                for entry in try other.fetch(FetchRequest<Clipping>()) { entry.rank += 10 }
                try other.save()
            }
            _ = try context.count(for: FetchRequest<Clipping>())
            XCTAssertEqual(entries.map(\.rank), [11, 12])
            let cache = try PersistentContainer(
                name: "Cache", model: makeModel(),
                stores: [.sqlite(at: folder.appending(path: "cache.sqlite"), configuration: "Cache")])
            try cache.inBackground { other in
                for entry in try other.fetch(FetchRequest<Clipping>()) { entry.rank += 100 }
                try other.save()
            }
            cache.close()
            _ = try context.count(for: FetchRequest<Clipping>())
            XCTAssertEqual(entries.map(\.rank), [11, 112])
        }
    }

    func testMergingWhatAnotherContextSavedReachesTheObjectsOfEachStore() throws {
        let container = try open(try makeFolder())
        defer { container.close() }
        // Both have the number 1, each in its store.
        try add([("a", 1, "Main"), ("b", 2, "Cache")], to: container)
        let context = container.newBackgroundContext()
        try context.performAndWait {
            let entries = try context.fetch(FetchRequest<Clipping>(sortBy: [SortDescriptor(\.text)]))
            let saved = Mutex<ObjectChanges?>(nil)
            let other = container.newBackgroundContext()
            let watch = other.didSave.sink { changes in saved.withLock { $0 = changes } }
            try other.performAndWait {
                let there = try XCTUnwrap(
                    other.fetch(FetchRequest<Clipping>(predicate: #Predicate { $0.text == "b" })).first)
                there.rank = 20
                try other.save()
            }
            withExtendedLifetime(watch) {}
            XCTAssertEqual(entries.map(\.rank), [1, 2], "nothing is merged by itself")
            context.mergeChanges(from: try XCTUnwrap(saved.withLock { $0 }))
            XCTAssertEqual(entries.map(\.rank), [1, 20])
        }
    }

    func testManySavesAtOnceEndInTheRightStores() throws {
        let container = try open(try makeFolder())
        defer { container.close() }
        let done = expectation(description: "saved")
        done.expectedFulfillmentCount = 400
        let cancellables = (0..<400).map { number in
            container.save { context in
                let entry = Clipping(context: context, configuration: number % 2 == 0 ? "Main" : "Cache")
                entry.text = "entry \(number)"
                Curator(context: context).name = "author \(number)"
            }.sink(receiveCompletion: { _ in done.fulfill() }, receiveValue: {})
        }
        wait(for: [done], timeout: 60)
        withExtendedLifetime(cancellables) {}
        try container.inBackground { context in
            XCTAssertEqual(try context.count(for: FetchRequest<Clipping>()), 400)
            XCTAssertEqual(try context.count(for: FetchRequest<Curator>()), 400)
        }
    }

    func testAStoreIsMigratedForItsPartOfTheModelOnly() throws {
        enum Newer {
            final class Thumbnail: ManagedObject {
                @Attribute var name = ""
                @Attribute var size = 3
            }
        }
        let folder = try makeFolder()
        let first = try open(folder)
        try first.inBackground { context in
            Thumbnail(context: context).name = "small"
            Curator(context: context).name = "Ada"
            try context.save()
        }
        first.close()
        let main = try Data(contentsOf: folder.appending(path: "main.sqlite"))
        let model = ManagedObjectModel(
            configurations: ["Main": [Clipping.self, Curator.self], "Cache": [Clipping.self, Newer.Thumbnail.self]])
        let second = try open(folder, model)
        try second.inBackground { context in
            XCTAssertEqual(try context.fetch(FetchRequest<Newer.Thumbnail>()).map(\.size), [3])
            XCTAssertEqual(try context.fetch(FetchRequest<Curator>()).map(\.name), ["Ada"])
        }
        second.close()
        XCTAssertEqual(try Data(contentsOf: folder.appending(path: "main.sqlite")), main)
    }

    func testACopyOfAStoreIsNoSecondStore() throws {
        let folder = try makeFolder()
        let (url, copy) = (folder.appending(path: "main.sqlite"), folder.appending(path: "copy.sqlite"))
        try open(folder).close()
        try FileManager.default.copyItem(at: url, to: copy)
        for (second, message) in [
            (copy, "\(copy.path) is a copy of \(url.path). Give a container one of them."),
            (url, "\(url.path) is given to a container twice. Leave one out."),
        ] {
            XCTAssertThrowsError(
                try PersistentContainer(
                    name: "Twice", model: makeModel(),
                    stores: [.sqlite(at: url, configuration: "Main"), .sqlite(at: second, configuration: "Main")])
            ) { error in
                guard case StoreError.sameStoreTwice = error else { return XCTFail("\(error)") }
                XCTAssertEqual(error.localizedDescription, message)
            }
        }
        try open(folder).close()
    }

    func testAStoreThatCannotBeOpenedLeavesTheOthersClosed() throws {
        let folder = try makeFolder()
        try open(folder).close()
        try Data(String(repeating: "no database ", count: 100).utf8).write(to: folder.appending(path: "cache.sqlite"))
        XCTAssertThrowsError(try open(folder))
        try PersistentContainer.destroyStore(at: folder.appending(path: "main.sqlite"))
    }

    func testARunWhosePartIsSavedDoesNotRunAgain() throws {
        let container = try open(try makeFolder())
        defer { container.close() }
        let id = try container.inBackground { context in
            let thumbnail = Thumbnail(context: context)
            try context.save()
            return thumbnail.objectID
        }
        let runs = Atomic(0)
        let ended = expectation(description: "the unit failed")
        let unit = UnitOfWork(container: container).execute { context in
            runs.add(1, ordering: .relaxed)
            Curator(context: context).name = "Ada"
            try context.existingObject(with: id).name = "here"
            // Another's, meanwhile.
            try container.inBackground { other in
                try other.existingObject(with: id).name = "there"
                try other.save()
            }
        }
        let sink = unit.sink { completion in
            if case .failure = completion { ended.fulfill() }
        } receiveValue: { _ in
        }
        wait(for: [ended], timeout: 60)
        sink.cancel()
        XCTAssertEqual(runs.load(ordering: .relaxed), 1)
        XCTAssertEqual(try container.inBackground { try $0.count(for: FetchRequest<Curator>()) }, 1)
    }
}
