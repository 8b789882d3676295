import Foundation
import SignalsCore
import SignalsStore
import XCTest

private let awakened = Locked(0)

private final class Patron: ManagedObject {
    @Attribute var name = ""
    @Relationship(inverse: \Novel.reader) var novels: Set<Novel> = []
}

private final class Novel: ManagedObject {
    @Attribute var pages = 0
    @Relationship var reader: Patron?

    override func awakeFromFetch() { awakened.withLock { $0 += 1 } }
}

private final class Cabinet: ManagedObject {
    @Attribute var name = ""
}

/// Reads of many rows in a context in which little is pending: the store answers, and objects are made of few rows.
final class ReadsBesideChangesTests: XCTestCase {
    /// Two readers with 50 novels each, of 0 to 99 pages.
    private func makeLibrary() throws -> PersistentContainer {
        let container = try makeContainer(ManagedObjectModel(Patron.self, Novel.self, Cabinet.self))
        try container.inBackground { context in
            let readers = ["Ada", "Ben"].map { name in
                let reader = Patron(context: context)
                reader.name = name
                return reader
            }
            for pages in 0..<100 {
                let novel = Novel(context: context)
                novel.pages = pages
                novel.reader = readers[pages % 2]
            }
            try context.save()
        }
        return container
    }

    /// Returns what a read returns, and the number of objects that were made for it.
    private func counting<Output>(_ read: () throws -> Output) rethrows -> (output: Output, objects: Int) {
        awakened.withLock { $0 = 0 }
        let output = try read()
        return (output, awakened.withLock { $0 })
    }

    private let adas = FetchRequest<Novel>(
        predicate: #Predicate { $0.reader?.name == "Ada" }, sortBy: [SortDescriptor(\.pages)], fetchLimit: 3)
    private let byReader = FetchRequest<Novel>(
        sortBy: [SortDescriptor(\Novel.reader?.name, order: .reverse), SortDescriptor(\.pages)], fetchLimit: 3)
    private let long = FetchRequest<Novel>(predicate: #Predicate { $0.pages >= 90 })

    func testAFetchThroughARelationshipReadsNoMoreBesideUnrelatedChanges() throws {
        try makeLibrary().inBackground { context in
            _ = Cabinet(context: context)
            let first = try counting { try context.fetch(adas) }
            XCTAssertEqual(first.output.map(\.pages), [0, 2, 4])
            XCTAssertEqual(first.objects, 3)
            let second = try counting { try context.fetch(byReader) }
            XCTAssertEqual(second.output.map(\.pages), [1, 3, 5])
            XCTAssertEqual(second.objects, 3)
            let readers = FetchRequest<Patron>(predicate: #Predicate { $0.novels.contains { $0.pages == 7 } })
            let third = try counting { try context.count(for: readers) }
            XCTAssertEqual(third.output, 1)
            XCTAssertEqual(third.objects, 0)
        }
    }

    func testAFetchThroughARelationshipSeesChangesOfWhatItLooksAt() throws {
        try makeLibrary().inBackground { context in
            let readers = try context.fetch(FetchRequest<Patron>(sortBy: [SortDescriptor(\.name)]))
            readers[0].name = "Zoe"
            readers[1].name = "Ada"
            XCTAssertEqual(try context.fetch(adas).map(\.pages), [1, 3, 5])
            XCTAssertEqual(try context.fetch(byReader).map(\.pages), [0, 2, 4])
            context.rollback()
            let novel = Novel(context: context)
            novel.reader = readers[0]
            novel.pages = -1
            XCTAssertEqual(try context.fetch(adas).map(\.pages), [-1, 0, 2])
            context.delete(readers[0])
            XCTAssertEqual(try context.fetch(adas), [])
        }
    }

    func testOnlyWhatAChangeConcernsIsLookedAtHere() throws {
        try makeLibrary().inBackground { parent in
            let cleo = Patron(context: parent)
            let novels = try parent.fetch(
                FetchRequest<Novel>(predicate: #Predicate { $0.pages == 10 || $0.pages == 40 }))
            for novel in novels { novel.reader = cleo }
            let all = FetchRequest<Patron>(
                predicate: #Predicate { $0.novels.contains { $0.pages > 30 && $0.pages < 43 } })
            for isChild in [false, true] {
                let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
                let context = isChild ? child : parent
                try context.performAndWait {
                    if isChild { try context.existingObject(with: cleo.objectID).name = "Dora" }
                    let first = try counting { try context.fetch(adas) }
                    XCTAssertEqual(first.output.map(\.pages), [0, 2, 4])
                    XCTAssertLessThan(first.objects, 6)
                    let second = try counting { try context.count(for: all) }
                    XCTAssertEqual(second.output, 3)
                    var further = FetchRequest<Novel>(sortBy: [SortDescriptor(\.pages)], fetchLimit: 3, fetchOffset: 90)
                    let third = try counting { try context.fetch(further) }
                    XCTAssertEqual(third.output.map(\.pages), [90, 91, 92])
                    XCTAssertLessThan(third.objects, 24)
                    further.predicate = #Predicate { $0.reader?.name != "Ben" }
                    further.fetchOffset = 20
                    let fourth = try counting { try context.fetchObjectIDs(further) }
                    XCTAssertEqual(fourth.output, try context.fetch(further).map(\.objectID))
                    XCTAssertEqual(try context.fetch(further).map(\.pages), [40, 42, 44])
                    XCTAssertLessThan(fourth.objects, 24)
                }
            }
        }
    }

    func testACountBesideChangesCountsThemAndMakesNoObjects() throws {
        try makeLibrary().inBackground { context in
            let held = try context.fetch(FetchRequest<Novel>(sortBy: [SortDescriptor(\.pages)], fetchLimit: 2))
            held[0].pages = 1000
            Novel(context: context).pages = 2000
            let found = try context.fetch(FetchRequest<Novel>(predicate: #Predicate { $0.pages == 95 }))
            found[0].pages = 3
            context.delete(held[1])
            for (offset, expected) in [(0, 11), (4, 7), (50, 0)] {
                var request = long
                request.fetchOffset = offset
                let count = try counting { try context.count(for: request) }
                XCTAssertEqual(count.output, expected, "\(offset)")
                XCTAssertEqual(try context.fetch(request).count, expected, "\(offset)")
                XCTAssertEqual(count.objects, 0, "\(offset)")
            }
            XCTAssertEqual(try context.count(for: FetchRequest<Novel>()), 100)
        }
    }

    func testAChildWithoutChangesHasItsParentComputeAndNumber() throws {
        try makeLibrary().inBackground { parent in
            Novel(context: parent).pages = 50
            let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
            try child.performAndWait {
                let sum = try counting { try child.sum(\.pages, of: FetchRequest<Novel>()) }
                XCTAssertEqual(sum.output, 5000)
                XCTAssertEqual(sum.objects, 0)
                XCTAssertEqual(try child.fetchObjectIDs(long).count, 10)
                Novel(context: child).pages = 10
                XCTAssertEqual(try child.sum(\.pages, of: FetchRequest<Novel>()), 5010)
                var saved = FetchRequest<Novel>()
                saved.includesPendingChanges = false
                XCTAssertEqual(try child.sum(\.pages, of: saved), 5000)
            }
        }
    }
}
