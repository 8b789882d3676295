import Foundation
import Signals
import SignalsStore
import XCTest

/// Saves that a closure makes itself, whose changes are all or nothing.
final class InnerSaveTests: XCTestCase {
    private struct Refusal: Error {}

    private enum Kind: CaseIterable { case unit, childUnit, save }

    /// Runs a closure in a unit, or as a save on return.
    private func run(
        _ kind: Kind, _ container: PersistentContainer, _ parent: ManagedObjectContext,
        _ body: @escaping @Sendable (ManagedObjectContext) throws -> Void
    ) async throws {
        switch kind {
        case .unit: try await UnitOfWork(container: container).execute(body).value
        case .childUnit: try await UnitOfWork(parent: parent).execute(body).value
        case .save: try await container.save(body).value
        }
    }

    func testInnerSavesAreDurableWithTheRest() async throws {
        for kind in Kind.allCases {
            let container = try makeContainer()
            let parent = container.newBackgroundContext()
            try await run(kind, container, parent) { context in
                Chore(context: context).name = "first"
                try context.save()
                XCTAssertFalse(context.hasChanges)
                XCTAssertEqual(try context.count(for: FetchRequest<Chore>()), 1)
                Chore(context: context).name = "second"
            }
            XCTAssertEqual(try container.choreNames(), ["first", "second"], "\(kind)")
            try await run(kind, container, parent) { context in
                for chore in try context.fetch(FetchRequest<Chore>()) { chore.minutes += 1 }
                try context.save()
            }
            XCTAssertEqual(try container.inBackground { try $0.fetch(FetchRequest<Chore>()).map(\.minutes) }, [2, 2])
        }
    }

    func testNothingOfItIsSeenElsewhereMeanwhile() async throws {
        for kind in Kind.allCases {
            let container = try makeContainer()
            try await run(kind, container, container.newBackgroundContext()) { context in
                Chore(context: context).name = "first"
                try context.save()
                XCTAssertEqual(try container.choreNames(), [], "\(kind)")
            }
        }
    }

    func testAThrowTakesBackWhatWasSavedInside() async throws {
        for kind in Kind.allCases {
            let container = try makeContainer()
            let parent = container.newBackgroundContext()
            do {
                try await run(kind, container, parent) { context in
                    Chore(context: context).name = "first"
                    try context.save()
                    throw Refusal()
                }
                XCTFail("it did not fail")
            } catch { XCTAssertFalse(error is SaveError) }
            XCTAssertEqual(try container.choreNames(), [], "\(kind)")
            parent.performAndWait { XCTAssertFalse(parent.hasChanges) }
        }
    }

    func testARollbackReturnsToTheInnerSave() async throws {
        let container = try makeContainer()
        try await UnitOfWork(container: container).execute { context in
            let chore = Chore(context: context)
            chore.name = "first"
            try context.save()
            chore.name = "other"
            context.rollback()
            XCTAssertEqual(chore.name, "first")
        }.value
        XCTAssertEqual(try container.choreNames(), ["first"])
    }

    func testAConflictAfterAnInnerSaveFailsTheWholeUnit() async throws {
        let container = try makeContainer()
        let id = try container.addChores("Dust")[0]
        do {
            try await UnitOfWork(container: container).onConflict(.fail).execute { context in
                let chore = try context.existingObject(with: id)
                chore.minutes = 7
                try context.save()
                try container.inBackground { other in
                    try other.existingObject(with: id).minutes = 8
                    try other.save()
                }
            }.value
            XCTFail("it did not fail")
        } catch UnitOfWorkError.transactionSave(let reason) {
            guard case .conflict = (reason as? SaveError)?.reason else { return XCTFail("\(reason)") }
        }
        XCTAssertEqual(try container.inBackground { try $0.existingObject(with: id).minutes }, 8)
    }

    func testDidSaveIsPutOutOnceAfterTheCommit() async throws {
        let container = try makeContainer()
        let seen = Locked<[Int]>([])
        let inside = Locked(0)
        let subscription = Locked<AnyCancellable?>(nil)
        try await container.save { context in
            let cancellable = context.didSave.sink { changes in
                seen.withLock { $0.append(changes.insertedObjectIDs.count) }
            }
            subscription.withLock { $0 = cancellable }
            Chore(context: context).name = "first"
            try context.save()
            inside.withLock { [count = seen.withLock(\.count)] in $0 = count }
            Chore(context: context).name = "second"
        }.value
        XCTAssertEqual(inside.withLock { $0 }, 0)
        XCTAssertEqual(seen.withLock { $0 }, [2])
    }

    func testThePolicyThatTheClosureSetsIsTheCommits() async throws {
        for isKeyed in [false, true] {
            let container = try makeContainer()
            let id = try container.addChores("Dust")[0]
            let body: @Sendable (ManagedObjectContext) throws -> Void = { context in
                context.mergePolicy = .mergeByPropertyObjectTrump
                try context.existingObject(with: id).minutes = 7
                try context.save()
                try container.inBackground { other in
                    try other.existingObject(with: id).minutes = 8
                    try other.save()
                }
            }
            if isKeyed {
                try await container.performBackgroundTask(idempotencyKey: "key", body).value
            } else {
                try await container.save(body).value
            }
            XCTAssertEqual(try container.inBackground { try $0.existingObject(with: id).minutes }, 7)
        }
    }

    /// The rule of the relationship has the row read again, which refers to itself by then.
    func testADeletionIsInConflictWithWhatOthersMadeOfTheObjectBeforeTheInnerSave() async throws {
        for (isKeyed, policy) in [
            (true, MergePolicy.error), (false, .error), (true, .mergeByPropertyStoreTrump), (false, .rollback),
        ] {
            let container = try makeContainer(makeHousehold())
            container.mergePolicy = policy
            let id = try await container.save { context in Member("Ada", in: context).objectID }.value
            let body: @Sendable (ManagedObjectContext) throws -> Void = { context in
                context.delete(try context.existingObject(with: id))
                try container.inBackground { other in
                    let ada = try other.existingObject(with: id)
                    ada.mother = ada
                    try other.save()
                }
                try context.save()
            }
            var isConflict = false
            do {
                if isKeyed {
                    try await container.performBackgroundTask(idempotencyKey: "key", body).value
                } else {
                    try await container.save(body).value
                }
            } catch let error as SaveError {
                if case .deletionConflict = error.reason { isConflict = true }
            }
            XCTAssertEqual(isConflict, policy == .error)
            XCTAssertEqual(try container.inBackground { try $0.existingObject(with: id).mother?.name }, "Ada")
        }
    }
}
