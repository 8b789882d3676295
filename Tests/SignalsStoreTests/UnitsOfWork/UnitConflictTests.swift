import Foundation
import Signals
import XCTest

@testable import SignalsStore

final class UnitConflictTests: XCTestCase {
    func testAThousandUnitsOnFourRowsAllSucceedAndEachSendsItsEventsOnce() async throws {
        let container = try makeTills()
        let publisher = DomainEventPublisher()
        let heard = Locked<[Int]>([])
        let subscription = publisher.publisher(for: Moved.self).sink { event in
            heard.withLock { $0.append(event.number) }
        }
        let units = (0..<1000).map { number in
            UnitOfWork(container: container).execute(publishingTo: publisher) { context, events in
                events.enqueue(Moved(number: number))
                try context.move(number)
            }
        }
        for unit in units { try await unit.value }
        XCTAssertEqual(try Tills.balances(container), [1000, 1000, 1000, 1000])
        XCTAssertEqual(heard.withLock { $0.sorted() }, Array(0..<1000))
        subscription.cancel()
    }

    func testNoUpdateOfASharedRowIsLost() async throws {
        let container = try makeTills()
        let units = (0..<200).map { _ in
            UnitOfWork(container: container).execute { try $0.till("A").balance += 1 }
        }
        for unit in units { try await unit.value }
        XCTAssertEqual(try Tills.balances(container), [1200, 1000, 1000, 1000])
    }

    func testAUnitThatAlwaysMeetsAConflictRunsAtMostThriceAgainAndThenAlone() async throws {
        let container = try makeTills()
        let runs = Locked(0)
        let refusals = Locked<[SaveError]>([])
        let publisher = DomainEventPublisher()
        let heard = Locked<[Int]>([])
        let subscription = publisher.publisher(for: Moved.self).sink { event in
            heard.withLock { $0.append(event.number) }
        }
        let handled = Locked(0)
        let unit = UnitOfWork(container: container).onError { _ in handled.withLock { $0 += 1 } }
        try await unit.execute(publishingTo: publisher) { context, events in
            let run = runs.withLock { runs in
                runs += 1
                return runs
            }
            events.enqueue(Moved(number: run))
            try context.till("A").balance += 1
            do { try context.addElsewhere(10, to: "A", in: container) } catch let error as SaveError {
                refusals.withLock { $0.append(error) }
            }
        }.value
        XCTAssertEqual(runs.withLock { $0 }, 5)
        XCTAssertEqual(try Tills.balances(container)[0], 1041, "four times ten by others, and once one by the unit")
        XCTAssertEqual(heard.withLock { $0 }, [5], "nothing is heard of the runs that met a conflict")
        XCTAssertEqual(handled.withLock { $0 }, 0)
        XCTAssertEqual(refusals.withLock { $0.count }, 1, "what would wait for itself fails")
        guard case .busy? = refusals.withLock({ $0.first?.reason }) else { return XCTFail("\(refusals)") }
        subscription.cancel()
    }

    func testAUnitThatIsToldToFailRunsOnceAndSaysThatItWasAConflict() async throws {
        let container = try makeTills()
        let runs = Locked(0)
        do throws(UnitOfWorkError) {
            try await UnitOfWork(container: container).onConflict(.fail).perform { context in
                runs.withLock { $0 += 1 }
                try context.till("A").balance += 1
                try context.addElsewhere(10, to: "A", in: container)
            }
            XCTFail("it did not fail")
        } catch { XCTAssertTrue(error.isConflict) }
        XCTAssertEqual(runs.withLock { $0 }, 1)
        XCTAssertEqual(try Tills.balances(container)[0], 1010)
    }

    func testAUnitThatMayNotRunAloneFailsWithItsLastConflict() async throws {
        let container = try makeTills()
        let runs = Locked(0)
        do throws(UnitOfWorkError) {
            try await UnitOfWork(container: container).onConflict(.runAgain(times: 2, then: .fail)).perform { context in
                runs.withLock { $0 += 1 }
                try context.till("A").balance += 1
                try context.addElsewhere(10, to: "A", in: container)
            }
            XCTFail("it did not fail")
        } catch { XCTAssertTrue(error.isConflict) }
        XCTAssertEqual(runs.withLock { $0 }, 3)
    }

    func testAnErrorOfTheClosureIsNoConflictAndItRunsOnce() async throws {
        let container = try makeTills()
        let runs = Locked(0)
        do throws(UnitOfWorkError) {
            try await UnitOfWork(container: container).perform { context in
                runs.withLock { $0 += 1 }
                try context.till("A").balance += 1
                try context.addElsewhere(1, to: "A", in: container)
                throw SaveError(.deletionConflict)
            }
            XCTFail("it did not fail")
        } catch {
            guard case .execution = error else { return XCTFail("\(error)") }
            XCTAssertFalse(error.isConflict)
        }
        XCTAssertEqual(runs.withLock { $0 }, 1)
    }

    func testAUnitOnAParentFailsAtItsFirstConflict() async throws {
        let container = try makeTills()
        let parent = container.newBackgroundContext()
        let runs = Locked(0)
        let unit = UnitOfWork(parent: parent).onConflict(.runAgain(times: 3, then: .alone))
        do throws(UnitOfWorkError) {
            try await unit.perform { context in
                runs.withLock { $0 += 1 }
                try context.till("A").balance += 1
                try context.addElsewhere(10, to: "A", in: container)
            }
            XCTFail("it did not fail")
        } catch { XCTAssertTrue(error.isConflict) }
        XCTAssertEqual(runs.withLock { $0 }, 1)
    }

    func testATakenValueIsLookedForAgainOnlyIfOthersCommitted() async throws {
        let container = try makeTills()
        let runs = Locked(0)
        let found = try await UnitOfWork(container: container).perform { context in
            let run = runs.withLock { runs in
                runs += 1
                return runs
            }
            let known = try context.fetch(FetchRequest<Till>(predicate: #Predicate { $0.name == "E" }))
            if let till = known.first { return till.balance }
            if run == 1 {
                try container.inBackground { other in
                    let till = Till(context: other)
                    (till.name, till.balance) = ("E", 5)
                    try other.save()
                }
            }
            Till(context: context).name = "E"
            return 0
        }
        XCTAssertEqual(found, 5)
        XCTAssertEqual(runs.withLock { $0 }, 2)

        runs.withLock { $0 = 0 }
        do throws(UnitOfWorkError) {
            try await UnitOfWork(container: container).perform { context in
                runs.withLock { $0 += 1 }
                Till(context: context).name = "E"
            }
            XCTFail("the name is taken")
        } catch { XCTAssertFalse(error.isConflict) }
        XCTAssertEqual(runs.withLock { $0 }, 1)
    }

    func testAUnitThatSavesInsideRunsAgainAsAWhole() async throws {
        let container = try makeTills()
        let units = (0..<100).map { number in
            UnitOfWork(container: container).execute { context in
                let till = try context.till("A")
                till.balance += 1
                try context.save()
                Coin(context: context).till = till
                try context.save()
                till.balance += 1
            }
        }
        for unit in units { try await unit.value }
        let (balance, coins) = try container.inBackground { context in
            let till = try context.till("A")
            return (till.balance, till.coins.count)
        }
        XCTAssertEqual(balance, 1200)
        XCTAssertEqual(coins, 100)
    }

    func testASaveOnReturnRunsAgainWhereItIsToldTo() async throws {
        let container = try makeTills()
        let saves = (0..<200).map { number in
            container.save(onConflict: .runAgain(times: 1, then: .alone)) { try $0.move(number) }
        }
        for save in saves { try await save.value }
        XCTAssertEqual(try Tills.balances(container), [1000, 1000, 1000, 1000])

        let runs = Locked(0)
        do {
            try await container.save { context in
                runs.withLock { $0 += 1 }
                try context.till("A").balance += 1
                try context.addElsewhere(10, to: "A", in: container)
            }.value
            XCTFail("it did not fail")
        } catch let error as SaveError { XCTAssertTrue(error.isConflict) }
        XCTAssertEqual(runs.withLock { $0 }, 1, "by default a conflict fails it")
    }

    func testCancelledWaitingDoesNotStopAUnitThatRunsAgain() async throws {
        let container = try makeTills()
        let tasks = (0..<50).map { _ in
            Task { try await UnitOfWork(container: container).perform { try $0.till("A").balance += 1 } }
        }
        for task in tasks { task.cancel() }
        for task in tasks { try await task.value }
        let units = (0..<50).map { _ in
            UnitOfWork(container: container).execute { try $0.till("A").balance += 1 }
        }
        for unit in units {
            unit.sink { _ in
            } receiveValue: {
            }.cancel()
        }
        for unit in units { try await unit.value }
        XCTAssertEqual(try Tills.balances(container)[0], 1100)
    }

    func testClosingWaitsForUnitsThatRunAgain() async throws {
        let url = try makeFolder().appending(path: "tills.sqlite")
        let container = try openContainer(at: url, Tills.model)
        try Tills.fill(container)
        let units = (0..<200).map { number in UnitOfWork(container: container).execute { try $0.move(number) } }
        await Task.detached { container.close() }.value
        for unit in units { try await unit.value }
        let again = try openContainer(at: url, Tills.model)
        XCTAssertEqual(try Tills.balances(again), [1000, 1000, 1000, 1000])
        again.close()
    }

    func testOneAtATimeEachClosureReadsWhatTheOneBeforeSaved() async throws {
        let container = try makeTills()
        container.maxConcurrentTaskCount = 1
        let units = (0..<200).map { number in
            UnitOfWork(container: container).onConflict(.fail).execute { try $0.move(number) }
        }
        let saves = (0..<100).map { number in
            container.performBackgroundTask { context in
                try context.move(number)
                try context.save()
            }
        }
        for unit in units { try await unit.value }
        for save in saves { try await save.value }
        XCTAssertEqual(try Tills.balances(container), [1000, 1000, 1000, 1000])
    }
}
