import Foundation
import Signals
import XCTest

@testable import SignalsStore
@testable import SignalsStoreCore
@testable import SignalsSQLite

/// A store that counts what it is asked.
private final class CountingStore: StoreEngine {
    private let store: SQLiteStore
    private let asked = Locked(0)

    init(_ store: SQLiteStore) { self.store = store }

    var queries: Int { asked.withLock { $0 } }
    var identifier: UUID { store.identifier }

    func fetch(_ query: Query, _ body: (RowPage) throws -> Void) throws {
        asked.withLock { $0 += 1 }
        try store.fetch(query, body)
    }

    func links(of table: JoinTable, _ side: JoinTable.Side, to numbers: [Int64]) throws -> [LinkRow] {
        asked.withLock { $0 += 1 }
        return try store.links(of: table, side, to: numbers)
    }

    func count(_ query: Query) throws -> Int { try store.count(query) }
    func commit(_ changeSets: [ChangeSet]) -> [Result<CommitOutcome, SaveError>] { store.commit(changeSets) }
    func reserveNumbers(_ count: Int) throws(SaveError) -> Range<Int64> { try store.reserveNumbers(count) }
    func close() { store.close() }
}

final class FaultingTests: XCTestCase {
    private func makeCountedContext() throws -> (ManagedObjectContext, CountingStore) {
        let model = makeHousehold()
        let schemas = model.entities.map { $0.makeSchema() }
        let url = try makeFolder().appending(path: "store.sqlite")
        let store = CountingStore(try SQLiteStore(SQLiteOpening(url: url, entities: schemas)))
        let coordinator = StoreCoordinator(store: store, schemas: schemas) {}
        let context = ManagedObjectContext(
            .privateQueue, queue: DispatchQueue(label: "counted"), coordinator: coordinator, model: model,
            defaults: ContextDefaults())
        try context.performAndWait {
            for index in 0..<1000 {
                let job = Job("\(index)", in: context)
                job.assignee = Member("\(index)", in: context)
                job.assignee?.clubs = [Club("\(index)", in: context)]
            }
            try context.save()
            context.reset()
        }
        return (context, store)
    }

    private func queries(_ store: CountingStore, _ body: () throws -> Void) rethrows -> Int {
        let before = store.queries
        try body()
        return store.queries - before
    }

    func testWalkingTheToOneOfManyObjectsReadsThemManyAtOnce() throws {
        let (context, store) = try makeCountedContext()
        try context.performAndWait {
            let jobs = try context.fetch(FetchRequest<Job>())
            let count = queries(store) { XCTAssertEqual(jobs.map { $0.assignee?.name }, jobs.map(\.name)) }
            XCTAssertLessThanOrEqual(count, 4, "256 at a time")
        }
    }

    func testWalkingAToManyTakesOneQuery() throws {
        let (context, store) = try makeCountedContext()
        try context.performAndWait {
            let ada: Member = try context.find("0")
            ada.jobs = Set(try context.fetch(FetchRequest<Job>()))
            try context.save()
            context.reset()
            let one: Member = try context.find("0")
            XCTAssertEqual(queries(store) { XCTAssertEqual(Set(one.jobs.map(\.name)).count, 1000) }, 1)
        }
    }

    func testPrefetchingReadsWhatManyObjectsLeadToInAQueryOrTwo() throws {
        let (context, store) = try makeCountedContext()
        try context.performAndWait {
            var request = FetchRequest<Member>(sortBy: [SortDescriptor(\.name)])
            request.relationshipKeyPathsForPrefetching = [\.jobs, \.clubs]
            var members: [Member] = []
            let count = try queries(store) { members = try context.fetch(request) }
            XCTAssertLessThanOrEqual(count, 1 + 2 + 4, "in parts of 500")
            let afterwards = queries(store) {
                XCTAssertEqual(members.map { $0.jobs.first?.name }, members.map(\.name))
                XCTAssertEqual(members.map { $0.clubs.first?.name }, members.map(\.name))
            }
            XCTAssertEqual(afterwards, 0)
            XCTAssertFalse(context.hasChanges)
        }
    }

    func testAnObjectThatIsNotKnownIsAFaultUntilItIsUsed() throws {
        let (context, store) = try makeCountedContext()
        try context.performAndWait {
            let ids = try context.fetch(FetchRequest<Job>()).map(\.objectID)
            context.reset()
            var jobs: [Job] = []
            XCTAssertEqual(queries(store) { jobs = ids.map { context.object(with: $0) } }, 0)
            XCTAssertTrue(jobs.allSatisfy(\.isFault))
            XCTAssertEqual(jobs.map(\.objectID), ids)
            XCTAssertLessThanOrEqual(queries(store) { XCTAssertEqual(jobs.map(\.name), (0..<1000).map { "\($0)" }) }, 4)
            XCTAssertFalse(jobs.contains(where: \.isFault))
            XCTAssertFalse(context.hasChanges)
        }
    }

    func testAFaultCanBeChangedAndSaved() throws {
        let container = try makeContainer()
        let id = try container.addChores("Dust")[0]
        try container.inBackground { context in
            let chore = context.object(with: id)
            chore.minutes = 9
            XCTAssertFalse(chore.isFault)
            XCTAssertEqual(chore.name, "Dust")
            try context.save()
        }
        XCTAssertEqual(try container.inBackground { try $0.existingObject(with: id).minutes }, 9)
    }

    func testAFaultWhoseRowIsGoneHasTheValuesOfANewObjectAndNoContext() throws {
        let container = try makeContainer()
        let id = try container.addChores("Dust")[0]
        try container.inBackground { context in
            context.delete(try context.existingObject(with: id))
            try context.save()
        }
        try container.inBackground { context in
            let chore = context.object(with: id)
            XCTAssertEqual(chore.name, "")
            XCTAssertNil(chore.managedObjectContext)
            XCTAssertFalse(chore.isFault)
            XCTAssertThrowsError(try context.existingObject(with: id))
        }
    }

    func testRefreshingTakesBackChangesOrKeepsThem() throws {
        let container = try makeContainer()
        let id = try container.addChores("Dust")[0]
        let context = container.newBackgroundContext()
        try context.performAndWait {
            let chore = try context.existingObject(with: id)
            chore.minutes = 9
            try container.inBackground { other in
                try other.existingObject(with: id).name = "Mop"
                try other.save()
            }
            context.refresh(chore, mergeChanges: true)
            XCTAssertEqual(chore.name, "Mop")
            XCTAssertEqual(chore.minutes, 9)
            XCTAssertTrue(chore.hasChanges)
            context.refresh(chore, mergeChanges: false)
            XCTAssertTrue(chore.isFault)
            XCTAssertFalse(chore.hasChanges)
            XCTAssertEqual(chore.minutes, 1)
            XCTAssertEqual(chore.name, "Mop")
        }
    }

    func testRefreshingAlsoForgetsWhomAnObjectIsRelatedTo() throws {
        let container = try makeContainer(makeHousehold())
        let context = container.newBackgroundContext()
        try context.performAndWait {
            let ada = Member("Ada", in: context)
            ada.friends = [Member("Ben", in: context)]
            try context.save()
            try container.inBackground { other in
                try other.find(Member.self, "Ada").friends = [Member("Cleo", in: other)]
                try other.save()
            }
            XCTAssertEqual(ada.friends.names, ["Ben"])
            context.refresh(ada, mergeChanges: false)
            XCTAssertEqual(ada.friends.names, ["Cleo"])
        }
    }

    func testObjectsThatReferToEachOtherGoWithTheirContext() throws {
        let container = try makeContainer(makeHousehold())
        weak var leaked: Member?
        weak var friend: Member?
        var confinement: QueueConfinement?
        // What a context leaves behind is released on its queue.
        func waitForQueue() { confinement?.queue.sync {} }
        try container.inBackground { context in
            confinement = context.confinement
            let (ada, ben) = (Member("Ada", in: context), Member("Ben", in: context))
            ada.friends = [ben]
            ben.friends = [ada]
            ada.jobs = [Job("Dust", in: context)]
            try context.save()
            (leaked, friend) = (ada, ben)
        }
        waitForQueue()
        XCTAssertNil(leaked)
        XCTAssertNil(friend)
        try container.inBackground { context in
            confinement = context.confinement
            let ada: Member = try context.find("Ada")
            XCTAssertEqual(ada.jobs.first?.assignee, ada)
            XCTAssertEqual(ada.friends.first?.friends, [ada])
            leaked = ada
        }
        waitForQueue()
        XCTAssertNil(leaked)
    }
}
