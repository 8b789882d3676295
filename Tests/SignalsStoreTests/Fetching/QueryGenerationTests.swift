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

    func testAPinnedContextThatWasResetIsUpToDateAfterItsNextSave() throws {
        let container = try makeContainer(makeHousehold())
        let context = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let other = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        context.automaticallyMergesChangesFromParent = true
        let (ada, bob) = (Member("Ada", in: other), Member("Bob", in: other))
        try other.save()
        for unpins in [false, true] {
            try context.setQueryGeneration(.current)
            ada.friends = ada.friends.isEmpty ? [bob] : []
            try other.save()
            context.reset()
            let mine = try context.existingObject(with: ada.objectID)
            XCTAssertNotEqual(mine.friends.count, ada.friends.count, "pinned")
            if unpins {
                try context.setQueryGeneration(nil)
            } else {
                _ = Job("Dust", in: context)
                try context.save()
            }
            XCTAssertEqual(mine.friends.count, ada.friends.count, "unpinned: \(unpins)")
        }
    }

    func testABatchDeleteShowsInThePinnedContextThatExecutesIt() throws {
        let container = try makeContainer(makeHousehold())
        let context = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let other = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        try context.setQueryGeneration(.current)
        let (ada, dust) = (Member("Ada", in: context), Job("Dust", in: context))
        _ = Job("Mow", in: other)
        try other.save()
        dust.assignee = ada
        try context.save()
        XCTAssertEqual(ada.jobs, [dust])
        try context.execute(BatchDeleteRequest<Job>(predicate: nil))
        XCTAssertEqual(ada.jobs, [])
        XCTAssertNil(dust.managedObjectContext)
    }

    func testUnpinningTakesNothingOverThatASaveHasPassed() throws {
        let container = try makeContainer(makeHousehold())
        let context = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        let other = ManagedObjectContext(concurrencyType: .mainQueue, container: container)
        context.automaticallyMergesChangesFromParent = true
        let (ada, chess) = (Member("Ada", in: other), Club("Chess", in: other))
        try other.save()
        let (mine, club) = (
            try context.existingObject(with: ada.objectID), try context.existingObject(with: chess.objectID)
        )
        try context.setQueryGeneration(.current)
        XCTAssertEqual(mine.clubs, [])
        ada.clubs = [chess]
        try other.save()
        club.name = "Go"
        try context.save()
        XCTAssertEqual(mine.clubs, [club])
        mine.clubs = []
        try context.save()
        // Read: what nobody has read is read anew.
        XCTAssertEqual(mine.clubs, [])
        XCTAssertEqual(club.members, [])
        try context.setQueryGeneration(nil)
        XCTAssertEqual(mine.clubs, [])
        _ = try context.fetch(FetchRequest<Member>())
        XCTAssertEqual(mine.clubs, [])
        XCTAssertEqual(club.members, [])
    }

    func testAFetchOfAPinnedStateBringsLinksThatOthersMadeBeforeIt() throws {
        let container = try makeContainer(makeHousehold())
        try container.inBackground { context in
            context.automaticallyMergesChangesFromParent = false
            let (ada, chess) = (Member("Ada", in: context), Club("Chess", in: context))
            try context.save()
            XCTAssertEqual(ada.clubs.count + chess.members.count, 0)
            func link(_ clubs: Set<ManagedObjectID<Club>>) throws {
                try container.inBackground { other in
                    let clubs = try clubs.map { try other.existingObject(with: $0) }
                    try other.existingObject(with: ada.objectID).clubs = Set(clubs)
                    try other.save()
                }
            }
            try link([chess.objectID])
            try context.setQueryGeneration(.current)
            try link([])
            for _ in 0..<2 {
                _ = try context.fetch(FetchRequest<Member>())
                _ = try context.fetch(FetchRequest<Club>())
                XCTAssertEqual(ada.clubs, [chess])
                XCTAssertEqual(chess.members, [ada])
            }
            try context.setQueryGeneration(nil)
            _ = try context.fetch(FetchRequest<Member>())
            _ = try context.fetch(FetchRequest<Club>())
            XCTAssertEqual(ada.clubs.count + chess.members.count, 0)
        }
    }

    func testWhatIsJudgedInMemoryReadsThePinnedStateToo() throws {
        let container = try makeContainer(makeHousehold())
        try container.inBackground { context in
            Member("Ada", in: context).clubs = [Club("Chess", in: context)]
            try context.save()
        }
        for isObserved in [false, true] {
            if isObserved { container.queryDiagnostics = QueryDiagnostics(slowQueryDuration: .seconds(60)) { _ in } }
            try container.inBackground { context in
                try context.setQueryGeneration(.current)
                var request = FetchRequest<Member>(predicate: #Predicate { $0.mainClub == "Chess" })
                request.allowsInMemoryEvaluation = true
                XCTAssertEqual(try context.fetch(request).map(\.name), ["Ada"])
            }
        }
    }
}

extension Member {
    /// No store knows it.
    fileprivate var mainClub: String? { clubs.first?.name }
}
