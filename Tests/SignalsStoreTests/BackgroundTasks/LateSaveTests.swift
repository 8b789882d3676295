import Foundation
import Signals
import SignalsCore
import XCTest

@testable import SignalsStore
@testable import SignalsStoreCore

/// What is handed to the context of a closure whose changes are saved together: it runs after that.
final class LateSaveTests: XCTestCase {
    /// The ways to run a closure whose changes are saved together.
    private enum Way: CaseIterable { case save, keyed, unit, child, transaction }

    private func run(
        _ way: Way, _ container: PersistentContainer, _ body: @escaping @Sendable (ManagedObjectContext) throws -> Void
    ) -> AnyPublisher<Void, any Error> {
        switch way {
        case .save: container.save(body).eraseToAnyPublisher()
        case .keyed: container.performBackgroundTask(idempotencyKey: "key", body).eraseToAnyPublisher()
        case .unit:
            UnitOfWork(container: container).execute(body).mapError { $0 as any Error }.eraseToAnyPublisher()
        case .child:
            UnitOfWork(parent: container.newBackgroundContext()).execute(body).mapError { $0 as any Error }
                .eraseToAnyPublisher()
        case .transaction:
            DataStack(container).perform { try body($0.context) }.eraseToAnyPublisher()
        }
    }

    func testASaveAfterTheClosureThatSavedItselfIsStored() throws {
        for way in Way.allCases {
            let container = try makeContainer()
            let saved = expectation(description: "\(way): the late closure saved")
            let ended = expectation(description: "\(way) ended")
            let sink = run(way, container) { context in
                Chore(context: context).name = "early"
                try context.save()
                context.perform {
                    XCTAssertFalse(context.hasChanges, "\(way)")
                    do {
                        try context.fetch(FetchRequest<Chore>()).first?.name = "late"
                        Chore(context: context).name = "later"
                        if way == .child { try context.saveThroughParent() } else { try context.save() }
                    } catch { XCTFail("\(way): \(error)") }
                    XCTAssertFalse(context.hasChanges, "\(way)")
                    saved.fulfill()
                }
            }.sink { completion in
                if case .failure(let error) = completion { XCTFail("\(way): \(error)") }
                ended.fulfill()
            } receiveValue: {
            }
            wait(for: [saved, ended], timeout: 60)
            sink.cancel()
            let names = try container.inBackground { try $0.fetch(FetchRequest<Chore>()).map(\.name).sorted() }
            XCTAssertEqual(names, ["late", "later"], "\(way)")
        }
    }

    func testASaveAfterTheClosureFailedSavesNothingOfIt() throws {
        struct Failure: Error {}
        for way in Way.allCases {
            for savesItself in [false, true] {
                let container = try makeContainer()
                let refused = expectation(description: "\(way): the late save failed")
                let ended = expectation(description: "\(way) ended")
                let sink = run(way, container) { context in
                    Chore(context: context).name = "early"
                    if savesItself { try context.save() }
                    context.perform {
                        Chore(context: context).name = "late"
                        do {
                            try context.save()
                            XCTFail("\(way) saved")
                        } catch {}
                        refused.fulfill()
                    }
                    throw Failure()
                }.sink { completion in
                    guard case .failure = completion else { return XCTFail("\(way) succeeded") }
                    ended.fulfill()
                } receiveValue: {
                }
                wait(for: [refused, ended], timeout: 60)
                sink.cancel()
                XCTAssertEqual(try container.inBackground { try $0.count(for: FetchRequest<Chore>()) }, 0, "\(way)")
            }
        }
    }

    func testAKeyedClosureThatDoesNotSaveKeepsItsChangesPending() throws {
        let container = try makeContainer()
        let ended = expectation(description: "both ended")
        ended.expectedFulfillmentCount = 2
        let task = container.performBackgroundTask(idempotencyKey: "key") { context in
            let saves = context.didSave.sink { _ in XCTFail("nothing was saved") }
            Chore(context: context).name = "kept"
            context.perform {
                XCTAssertTrue(context.hasChanges)
                saves.cancel()
                do { try context.save() } catch { XCTFail("\(error)") }
                ended.fulfill()
            }
        }
        let sink = task.sink { _ in
            ended.fulfill()
        } receiveValue: {
        }
        wait(for: [ended], timeout: 60)
        sink.cancel()
        XCTAssertEqual(try container.inBackground { try $0.count(for: FetchRequest<Chore>()) }, 1)
    }

    /// Runs a closure, and after its end another one in its context.
    private func run(
        _ way: Way = .save, _ container: PersistentContainer, succeeds: Bool = true, file: StaticString = #filePath,
        line: UInt = #line, _ body: @escaping @Sendable (ManagedObjectContext) throws -> Void,
        then late: @escaping @Sendable (ManagedObjectContext) throws -> Void
    ) {
        let ended = expectation(description: "both ended")
        ended.expectedFulfillmentCount = 2
        let sink = run(way, container) { context in
            context.perform {
                do { try late(context) } catch { XCTFail("\(way): \(error)", file: file, line: line) }
                ended.fulfill()
            }
            try body(context)
        }.sink { completion in
            if case .failure(let error) = completion, succeeds { XCTFail("\(way): \(error)", file: file, line: line) }
            ended.fulfill()
        } receiveValue: {
        }
        wait(for: [ended], timeout: 60)
        sink.cancel()
    }

    func testALateSaveThatFailsLeavesItsChangesInTheContext() throws {
        for way in Way.allCases where way != .child {
            let container = try makeContainer()
            try container.addChores("taken")
            let saves = Locked(0)
            run(way, container) { context in
                Chore(context: context).name = "early"
                try context.save()
            } then: { context in
                let subscription = context.didSave.sink { _ in saves.withLock { $0 += 1 } }
                let chore = Chore(context: context)
                chore.name = "taken"
                XCTAssertThrowsError(try context.save(), "\(way)") { error in
                    guard case .valueTaken? = (error as? SaveError)?.reason else { return XCTFail("\(way): \(error)") }
                }
                XCTAssertEqual(context.insertedObjects, [chore], "\(way)")
                XCTAssertEqual(saves.withLock { $0 }, 0, "\(way)")
                context.rollback()
                Chore(context: context).name = "free"
                try context.save()
                XCTAssertEqual(saves.withLock { $0 }, 1, "\(way)")
                // As the context says now, not as the closure left it.
                context.mergePolicy = .mergeByPropertyObjectTrump
                let again = Chore(context: context)
                again.name = "taken"
                again.minutes = 7
                try context.save()
                subscription.cancel()
            }
            let found = try container.inBackground {
                try $0.fetch(FetchRequest<Chore>()).map { "\($0.name) \($0.minutes)" }.sorted()
            }
            XCTAssertEqual(found, ["early 1", "free 1", "taken 7"], "\(way)")
        }
    }

    func testALateSaveAfterAClosureThatChangedNothing() throws {
        for way in Way.allCases where way != .child {
            let container = try makeContainer()
            let id = try container.addChores("as it was")[0]
            run(way, container) { context in
                let chore = try context.existingObject(with: id)
                chore.minutes = chore.minutes
            } then: { context in
                XCTAssertFalse(context.hasChanges && way != .keyed, "\(way)")
                Chore(context: context).name = "late"
                try context.save()
            }
            XCTAssertEqual(try container.inBackground { try $0.count(for: FetchRequest<Chore>()) }, 2, "\(way)")
        }
    }

    func testAChildThatSavesThroughAClosuresContextIsPartOfTheWhole() throws {
        struct Failure: Error {}
        for way in Way.allCases {
            for fails in [true, false] {
                let container = try makeContainer()
                run(way, container, succeeds: !fails) { context in
                    let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: context)
                    try child.performAndWait {
                        Chore(context: child).name = "of the child"
                        try child.saveThroughParent()
                    }
                    XCTAssertEqual(try container.inBackground { try $0.count(for: FetchRequest<Chore>()) }, 0, "\(way)")
                    XCTAssertEqual(try context.fetch(FetchRequest<Chore>()).map(\.name), ["of the child"], "\(way)")
                    if fails { throw Failure() }
                } then: { context in
                    guard fails else { return }
                    let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: context)
                    try child.performAndWait {
                        Chore(context: child).name = "late"
                        XCTAssertThrowsError(try child.saveThroughParent(), "\(way)")
                    }
                }
                let count = try container.inBackground { try $0.count(for: FetchRequest<Chore>()) }
                XCTAssertEqual(count, fails ? 0 : 1, "\(way)")
            }
        }
    }

    func testTheFirstInnerSaveWhereAChildHasTheQueue() throws {
        for way in Way.allCases {
            let container = try makeContainer()
            run(way, container) { context in
                let child = ManagedObjectContext(concurrencyType: .privateQueue, parent: context)
                try child.performAndWait {
                    Chore(context: child).name = "of the child"
                    try child.save()
                    try context.save()
                    XCTAssertEqual(try context.count(for: FetchRequest<Chore>()), 1, "\(way)")
                }
            } then: { _ in
            }
            if way == .child { continue }
            XCTAssertEqual(try container.inBackground { try $0.count(for: FetchRequest<Chore>()) }, 1, "\(way)")
        }
    }

    func testASubscriberThatSavesWhileAllIsPreparedIsPartOfTheWhole() throws {
        for way in Way.allCases {
            for savesItself in [false, true] where savesItself || way != .keyed {
                let container = try makeContainer()
                let subscription = Locked<AnyCancellable?>(nil)
                run(way, container) { context in
                    let made = context.objectsDidChange.sink { _ in
                        do { try context.save() } catch { XCTFail("\(way): \(error)") }
                    }
                    subscription.withLock { $0 = made }
                    Chore(context: context).name = "\(way)"
                    if savesItself {
                        try context.save()
                        if way != .keyed { Chore(context: context).name = "another" }
                    }
                } then: { _ in
                    subscription.withLock { $0 = nil }
                }
                XCTAssertEqual(
                    try container.inBackground { try $0.count(for: FetchRequest<Chore>()) },
                    savesItself && way != .keyed ? 2 : 1, "\(way), saves itself: \(savesItself)")
            }
        }
    }

    func testWhatDidSaveChangesIsThereForTheNextSave() throws {
        for way in Way.allCases {
            let container = try makeContainer(ManagedObjectModel(Diary.self))
            run(way, container) { context in
                _ = Diary(context: context)
                try context.save()
            } then: { context in
                XCTAssertTrue(context.hasChanges, "\(way)")
                if way == .child { try context.saveThroughParent() } else { try context.save() }
                XCTAssertFalse(context.hasChanges, "\(way)")
            }
            let saves = try container.inBackground { try $0.fetch(FetchRequest<Diary>()).map(\.saves) }
            XCTAssertEqual(saves, [1], "\(way)")
        }
    }

    func testATransactionThatChangesNothingAnnouncesNoSave() throws {
        let container = try makeContainer()
        let id = try container.addChores("there")[0]
        let ended = expectation(description: "the transaction ended")
        let runs = Locked(0)
        let subscriptions = Locked<[AnyCancellable]>([])
        let task = DataStack(container).perform(onConflict: .runAgain(times: 0, then: .alone)) { transaction in
            let context = transaction.context
            let subscription = context.didSave.sink { _ in XCTFail("nothing was saved") }
            subscriptions.withLock { $0.append(subscription) }
            let isFirst = runs.withLock { runs in
                runs += 1
                return runs == 1
            }
            if !isFirst { return }
            try context.existingObject(with: id).minutes = 2
            try container.inBackground { other in
                try other.existingObject(with: id).minutes = 3
                try other.save()
            }
        }
        let sink = task.sink { _ in
            ended.fulfill()
        } receiveValue: {
        }
        wait(for: [ended], timeout: 60)
        sink.cancel()
        subscriptions.withLock { $0 = [] }
        XCTAssertEqual(runs.withLock { $0 }, 2)
    }

    func testWhatASubscriberToASaveRelatesIsThereForTheNext() throws {
        let container = try makeContainer(ManagedObjectModel(Paper.self, Sticker.self, Drawer.self))
        let subscription = Locked<AnyCancellable?>(nil)
        run(.save, container) { context in
            Sticker(context: context).papers = []
            let made = context.didSave.first().sink { _ in
                let stickers = try? context.fetch(FetchRequest<Sticker>())
                Paper(context: context).labels = Set(stickers ?? [])
            }
            subscription.withLock { $0 = made }
        } then: { context in
            XCTAssertTrue(context.hasChanges)
            try context.save()
            subscription.withLock { $0 = nil }
        }
        let labels = try container.inBackground { try $0.fetch(FetchRequest<Paper>()).map(\.labels.count) }
        XCTAssertEqual(labels, [1])
    }

    func testABatchAfterTheClosureFailedIsNotExecuted() throws {
        struct Failure: Error {}
        let container = try makeContainer()
        try container.addChores("kept")
        run(.unit, container, succeeds: false) { _ in
            throw Failure()
        } then: { context in
            XCTAssertThrowsError(try context.execute(BatchDeleteRequest(fetchRequest: FetchRequest<Chore>())))
        }
        XCTAssertEqual(try container.inBackground { try $0.count(for: FetchRequest<Chore>()) }, 1)
    }

    func testALateBatchIsSeenWhereTheClosurePinnedItsContext() throws {
        let container = try makeContainer()
        run(.save, container) { context in
            try context.setQueryGeneration(.current)
            Chore(context: context).name = "early"
            try context.save()
        } then: { context in
            XCTAssertEqual(context.queryGeneration, .current)
            let early = #Predicate<Chore> { $0.name == "early" }
            try context.execute(BatchUpdateRequest<Chore>(predicate: early).setting(\.minutes, to: 7))
            XCTAssertEqual(try context.fetch(FetchRequest<Chore>()).map(\.minutes), [7])
        }
    }

    func testATransactionThatChangesNothingWhereItRunsAloneHasLateSaves() throws {
        let container = try makeContainer()
        let id = try container.addChores("there")[0]
        let runs = Locked(0)
        let ended = expectation(description: "all ended")
        ended.expectedFulfillmentCount = 2
        let task = DataStack(container).perform(onConflict: .runAgain(times: 0, then: .alone)) { transaction in
            let context = transaction.context
            let run = runs.withLock { runs in
                runs += 1
                return runs
            }
            guard run == 1 else {
                return context.perform {
                    Chore(context: context).name = "late"
                    do { try context.save() } catch { XCTFail("\(error)") }
                    ended.fulfill()
                }
            }
            try context.existingObject(with: id).minutes = 2
            // Another's, meanwhile.
            try container.inBackground { context in
                try context.existingObject(with: id).minutes = 3
                try context.save()
            }
        }
        let sink = task.sink { completion in
            if case .failure(let error) = completion { XCTFail("\(error)") }
            ended.fulfill()
        } receiveValue: {
        }
        wait(for: [ended], timeout: 60)
        sink.cancel()
        XCTAssertEqual(runs.withLock { $0 }, 2)
        XCTAssertEqual(try container.inBackground { try $0.count(for: FetchRequest<Chore>()) }, 2)
    }

    func testALateSaveKeepsNoTaskFromBeginning() {
        let tasks = BackgroundTasks(limits: .init(running: 1, slots: 1, stallTimeout: .seconds(1000)))
        let next = expectation(description: "the next task ran")
        _ = tasks.submit { queue in
            // What is handed to the task's context waits for its commit there.
            queue.async {
                BackgroundTasks.givingUpSlot { _ = tasks.submit { _ in next.fulfill() } }
            }
        }
        wait(for: [next], timeout: 60)
    }
}

private final class Diary: ManagedObject {
    @Attribute var saves = 0

    override func didSave() { if saves == 0 { saves = 1 } }
}
