import Foundation
import SignalsStore
import XCTest

/// A pinned context reads one state of the store.
final class QueryGenerationTests: XCTestCase {
    private let all = FetchRequest<Chore>(sortBy: [SortDescriptor(\.name)])

    private func rename(_ id: ManagedObjectID<Chore>, to name: String, in container: PersistentContainer) throws {
        try container.inBackground { context in
            try context.existingObject(with: id).name = name
            try context.save()
        }
    }

    func testAPinnedContextSeesOneStateWhileOthersCommit() throws {
        let container = try makeContainer()
        let ids = try container.addChores("Dust", "Mop")
        try container.inBackground { context in
            context.automaticallyMergesChangesFromParent = true
            try context.setQueryGeneration(.current)
            let first = try context.fetch(all)
            XCTAssertEqual(first.map(\.name), ["Dust", "Mop"])
            try rename(ids[0], to: "Air", in: container)
            try container.addChores("Iron")
            XCTAssertEqual(try context.fetch(all).map(\.name), ["Dust", "Mop"])
            XCTAssertEqual(try context.count(for: all), 2)
            XCTAssertEqual(try context.values(\.name, of: all), ["Dust", "Mop"])
            XCTAssertEqual(try context.fetchSnapshots(all).map(\.name), ["Dust", "Mop"])
            XCTAssertEqual(context.queryGeneration, .current)
            try context.setQueryGeneration(nil)
            XCTAssertNil(context.queryGeneration)
            XCTAssertEqual(first[0].name, "Air", "what was left for later is merged")
            XCTAssertEqual(try context.fetch(all).map(\.name), ["Air", "Iron", "Mop"])
        }
    }

    func testASaveMovesAPinnedContextToTheStateItLeft() throws {
        let container = try makeContainer()
        let ids = try container.addChores("Dust", "Mop")
        try container.inBackground { context in
            try context.setQueryGeneration(.current)
            let chores = try context.fetch(all)
            try rename(ids[1], to: "Wipe", in: container)
            chores[0].minutes = 7
            try context.save()
            XCTAssertEqual(try context.fetch(all).map(\.name), ["Dust", "Wipe"])
            try container.addChores("Iron")
            XCTAssertEqual(try context.count(for: all), 2, "and it is pinned there")
        }
    }

    func testASaveOfWhatOthersChangedSinceIsAConflict() throws {
        let container = try makeContainer()
        let ids = try container.addChores("Dust")
        try container.inBackground { context in
            try context.setQueryGeneration(.current)
            let chore = try context.fetch(all)[0]
            try rename(ids[0], to: "Air", in: container)
            chore.name = "Sweep"
            XCTAssertThrowsError(try context.save()) { error in
                guard case .conflict? = (error as? SaveError)?.reason else { return XCTFail("\(error)") }
            }
            context.rollback()
            XCTAssertEqual(try context.fetch(all).map(\.name), ["Dust"])
        }
    }

    func testAReleasedContextGivesItsConnectionBack() throws {
        let url = try makeFolder().appending(path: "store.sqlite")
        let container = try openContainer(at: url)
        defer { container.close() }
        try container.addChores("Dust")
        // Other tests may have left some open.
        let before = try descriptorCount()
        for _ in 0..<100 {
            try container.inBackground { context in
                try context.setQueryGeneration(.current)
                XCTAssertEqual(try context.count(for: all), 1)
            }
        }
        XCTAssertLessThan(try descriptorCount(), before + 100)
    }

    private func descriptorCount() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }

    func testAClosedContainerCannotBePinned() throws {
        let container = try makeContainer()
        let context = container.newBackgroundContext()
        try context.performAndWait { try context.setQueryGeneration(.current) }
        container.close()
        try context.performAndWait {
            XCTAssertThrowsError(try context.fetch(all))
            XCTAssertThrowsError(try context.setQueryGeneration(.current))
        }
    }
}
