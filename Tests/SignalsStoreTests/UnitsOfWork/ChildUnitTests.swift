import Signals
import SignalsStore
import XCTest

final class ChildUnitTests: XCTestCase {
    private func makeZoo(bananas: [Int] = []) throws -> PersistentContainer {
        let container = try makeContainer(Zoo.model)
        try container.inBackground { context in
            Keeper(context: context).name = "Ada"
            for grams in bananas { Banana(context: context).grams = grams }
            try context.save()
        }
        return container
    }

    private func grams(_ container: PersistentContainer) throws -> [Int] {
        try container.inBackground { try $0.grams() }
    }

    @MainActor
    func testOnlyTheUnitsChangesReachTheStoreAndTheRestStaysPending() async throws {
        let container = try makeZoo(bananas: [1])
        let view = container.viewContext
        Banana(context: view).grams = 2
        let seen = try await UnitOfWork(parent: view).execute { context in
            let seen = try context.grams()
            Banana(context: context).grams = 3
            return seen
        }.value
        XCTAssertEqual(seen, [1, 2], "a child sees what is pending in its parent")
        XCTAssertEqual(try grams(container), [1, 3])
        XCTAssertEqual(try view.grams(), [1, 2, 3])
        XCTAssertTrue(view.hasChanges)
        try view.save()
        XCTAssertEqual(try grams(container), [1, 2, 3])
    }

    @MainActor
    func testAUnitThatThrowsLeavesItsParentAsItWas() async throws {
        let container = try makeZoo(bananas: [1])
        let view = container.viewContext
        let banana = try view.biggestBanana()
        banana.grams = 2
        do {
            try await UnitOfWork(parent: view).execute { context in
                context.delete(try context.biggestBanana())
                Banana(context: context).grams = 3
                throw OutOfBananas()
            }.value
            XCTFail("it did not fail")
        } catch UnitOfWorkError.execution(let reason) { XCTAssertTrue(reason is OutOfBananas) }
        XCTAssertEqual(banana.grams, 2)
        XCTAssertEqual(try view.grams(), [2])
        XCTAssertEqual(try grams(container), [1])
    }

    @MainActor
    func testAfterAFailedParentSaveTheParentDoesNotKeepTheUnitsChanges() async throws {
        let container = try makeZoo(bananas: [1])
        let view = container.viewContext
        Banana(context: view).grams = 2
        do {
            try await UnitOfWork(parent: view).execute { context in
                try context.fetch(FetchRequest<Banana>(predicate: #Predicate { $0.grams == 1 }))[0].grams = 10
                Keeper(context: context).name = "Ada"
            }.value
            XCTFail("the name is taken")
        } catch UnitOfWorkError.parentSave(let reason as SaveError) {
            guard case .valueTaken = reason.reason else { return XCTFail("\(reason)") }
        }
        XCTAssertEqual(try view.grams(), [1, 2])
        XCTAssertEqual(try view.count(for: FetchRequest<Keeper>()), 1)
        try view.save()
        XCTAssertEqual(try grams(container), [1, 2])
    }

    @MainActor
    func testInvalidObjectsFailInTheUnitsOwnContext() async throws {
        let container = try makeContainer(ManagedObjectModel(Reader.self))
        do {
            try await UnitOfWork(parent: container.viewContext).execute { Reader(context: $0).number = 1 }.value
            XCTFail("a reader has a name")
        } catch UnitOfWorkError.transactionSave(let reason as SaveError) {
            XCTAssertEqual(reason.attributeName, "name")
        }
        XCTAssertFalse(container.viewContext.hasChanges)
    }

    @MainActor
    func testItsEventsLeaveWhenTheParentAndTheStoreHaveTheChanges() async throws {
        let container = try makeZoo(bananas: [1, 2])
        let view = container.viewContext
        let events = DomainEventPublisher()
        var heard: [String] = []
        let cancellable = events.publisher(for: AteFood.self).receive(on: MainActor.shared).sink { event in
            let stored = (try? self.grams(container)) ?? []
            heard.append("\(event.grams) g; in view \((try? view.grams()) ?? []), stored \(stored)")
        }
        try await UnitOfWork(parent: view).execute(publishingTo: events) { context, events in
            try context.fetch(FetchRequest<Keeper>())[0].eat(try context.biggestBanana(), reportingTo: events)
        }.value
        XCTAssertEqual(heard, ["2 g; in view [1], stored [1]"])
        withExtendedLifetime(cancellable) {}
    }

    func testAThousandChildrenAndPeersOnOneFileLoseNothingAndNeverSeeHalves() async throws {
        let folder = try makeFolder()
        let container = try openContainer(at: folder.appending(path: "zoo.sqlite"), Zoo.model)
        defer { container.close() }
        let parent = container.newBackgroundContext()
        let halves = Locked(0)
        let units = (0..<1000).map { number in
            let unit = number.isMultiple(of: 2) ? UnitOfWork(container: container) : UnitOfWork(parent: parent)
            return unit.execute { context in
                // Each unit adds two, so whoever counts an odd number sees half of one.
                if try context.count(for: FetchRequest<Banana>()) % 2 != 0 { halves.withLock { $0 += 1 } }
                for _ in 0..<2 { Banana(context: context).grams = number }
            }
        }
        for unit in units { try await unit.value }
        XCTAssertEqual(halves.withLock { $0 }, 0)
        XCTAssertEqual(try grams(container), (0..<1000).flatMap { [$0, $0] })
        XCTAssertFalse(parent.performAndWait { parent.hasChanges })
    }
}
