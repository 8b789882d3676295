import Foundation
import Signals
import XCTest

@testable import SignalsStore

final class UnitAloneTests: XCTestCase {
    /// A unit that meets a conflict and then runs alone.
    private func runAlone<Output: Sendable>(
        in container: PersistentContainer, _ body: @escaping @Sendable (ManagedObjectContext) throws -> Output
    ) -> Future<Output?, UnitOfWorkError> {
        let runs = Locked(0)
        return UnitOfWork(container: container).onConflict(.runAgain(times: 0, then: .alone)).execute { context in
            let isFirst = runs.withLock { runs in
                runs += 1
                return runs == 1
            }
            guard isFirst else { return .some(try body(context)) }
            try context.till("A").balance += 1
            // Several at once may be in each other's way.
            while (try? context.addElsewhere(10, to: "A", in: container)) == nil {}
            return nil
        }
    }

    func testAUnitAloneReadsCommittedChangesAndNobodyReadsItsUncommittedOnes() async throws {
        let container = try makeTills()
        let seen = try await runAlone(in: container) { context -> String in
            let before = try context.till("A").balance
            try context.till("A").balance += 1
            try context.save()
            let inside = try context.fetch(FetchRequest<Till>(predicate: #Predicate { $0.balance == 1011 })).map(\.name)
            let outside = try Tills.balances(container)[0]
            try context.setQueryGeneration(.current)
            try context.setQueryGeneration(nil)
            let total = try context.fetch(FetchRequest<Till>()).reduce(0) { $0 + $1.balance }
            return "\(before) \(inside) \(outside) \(total)"
        }.value
        XCTAssertEqual(seen, "1010 [\"A\"] 1010 4011")
        XCTAssertEqual(try Tills.balances(container)[0], 1011)
    }

    func testWhatAUnitAloneJudgesInMemoryReadsTheStoreToo() async throws {
        let container = try makeTills()
        try await container.save { context in
            let till = try context.till("A")
            for _ in 0..<3 { Coin(context: context).till = till }
        }.value
        let names = try await runAlone(in: container) { context -> [String] in
            var request = FetchRequest<Till>(predicate: #Predicate { $0.coinCount == 3 })
            request.allowsInMemoryEvaluation = true
            return try context.fetch(request).map(\.name)
        }.value
        XCTAssertEqual(names, ["A"])
    }

    func testAUnitAloneMakesObjectsWithNumbersOfTheirOwn() async throws {
        let container = try makeTills()
        _ = try await runAlone(in: container) { context -> Int in
            for _ in 0..<6000 { _ = Coin(context: context) }
            return 0
        }.value
        try await container.save { context in for _ in 0..<5000 { _ = Coin(context: context) } }.value
        let numbers = try container.inBackground { try $0.fetchObjectIDs(FetchRequest<Coin>()) }
        XCTAssertEqual(Set(numbers).count, 11_000)
    }

    func testOfSeveralThatRunAloneTogetherOneThatFailsLeavesTheOthersAlone() async throws {
        let container = try makeTills()
        let units = (0..<60).map { number in
            runAlone(in: container) { context -> Int in
                try context.till("C").balance += 1
                if number % 3 == 1 { throw OutOfBananas() }
                if number % 3 == 2 { Till(context: context).name = "D" }
                return number
            }
        }
        var succeeded = 0
        for (number, unit) in units.enumerated() {
            do {
                let output = try await unit.value
                XCTAssertEqual(output, number)
                XCTAssertEqual(number % 3, 0)
                succeeded += 1
            } catch UnitOfWorkError.execution { XCTAssertEqual(number % 3, 1) } catch { XCTAssertEqual(number % 3, 2) }
        }
        XCTAssertEqual(succeeded, 20)
        XCTAssertEqual(try Tills.balances(container)[2], 1020)
    }

    func testTheViewContextAndLiveQueriesHearOfWhatRanAlone() async throws {
        let container = try makeTills()
        let heard = expectation(description: "live")
        let request = FetchRequest<Till>(predicate: #Predicate { $0.balance == 1011 })
        let subscription = container.publisher(for: request).sink { _ in
        } receiveValue: { list in
            if list.count == 1 { heard.fulfill() }
        }
        let before = try await MainActor.run { try container.viewContext.till("A").balance }
        XCTAssertEqual(before, 1000)
        _ = try await runAlone(in: container) { context -> Int in
            try context.till("A").balance += 1
            return 0
        }.value
        await fulfillment(of: [heard], timeout: 30)
        let after = try await MainActor.run { try container.viewContext.till("A").balance }
        XCTAssertEqual(after, 1011)
        subscription.cancel()
    }

    func testASaveThatWhatRunsAloneWaitsForFailsInsteadOfHangingForEver() async throws {
        var store = PersistentStoreDescription.sqlite(at: try makeFolder().appending(path: "tills.sqlite"))
        store.busyTimeout = 0.2
        let container = try makeTills(store)
        let reason = try await runAlone(in: container) { context -> String in
            try context.till("A").balance += 1
            let other = container.save { try $0.till("A").balance += 100 }
            let unit = UnitOfWork(container: container).onConflict(.fail).execute { try $0.till("A").balance += 100 }
            do {
                try other.wait()
                return "saved"
            } catch {
                do { try unit.wait() } catch { return "\(error)" }
                return "saved"
            }
        }.value
        XCTAssertEqual(reason?.contains("store is in use"), true, reason ?? "")
        XCTAssertEqual(try Tills.balances(container)[0], 1011)
        try await container.save { try $0.till("A").balance += 1 }.value
        XCTAssertEqual(try Tills.balances(container)[0], 1012, "the next one finds the store free")
    }

    func testATurnThatAnotherWaitsForIsRefusedWhenThatTakesTooLong() async throws {
        var store = PersistentStoreDescription.sqlite(at: try makeFolder().appending(path: "tills.sqlite"))
        store.busyTimeout = 0.2
        let container = try makeTills(store)
        let coordinator = container.coordinator
        let refusal = Locked<SaveError?>(nil)
        try coordinator.exclusively { _ throws(SaveError) in
            let done = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                do throws(SaveError) { try coordinator.exclusively { _ in } } catch { refusal.withLock { $0 = error } }
                done.signal()
            }
            done.wait()
            do throws(SaveError) {
                try coordinator.exclusively { _ in }
                XCTFail("a turn inside of a turn")
            } catch {}
        }
        guard case .busy? = refusal.withLock({ $0?.reason }) else { return XCTFail("\(refusal)") }
        try coordinator.exclusively { _ in }
    }

    func testATaskWithAKeyRunsAloneAndKeepsItsFirstResult() async throws {
        let container = try makeTills()
        let runs = Locked(0)
        @Sendable func task() -> Future<Int, any Error> {
            container.performBackgroundTask(
                idempotencyKey: "key", onConflict: .runAgain(times: 1, then: .alone)
            ) { context in
                let run = runs.withLock { runs in
                    runs += 1
                    return runs
                }
                try context.till("A").balance += 1
                if run < 3 { try context.addElsewhere(10, to: "A", in: container) }
                try context.save()
                return run
            }
        }
        let (first, second) = (task(), task())
        let outputs = [try await first.value, try await second.value, try await task().value]
        XCTAssertEqual(outputs, [3, 3, 3])
        XCTAssertEqual(try Tills.balances(container)[0], 1021)
    }

    func testAUnitOverSeveralStoresRunsAloneInAllOfThem() async throws {
        let folder = try makeFolder()
        func open() throws -> PersistentContainer {
            let model = ManagedObjectModel(configurations: ["Tills": [Till.self, Coin.self], "Chores": [Chore.self]])
            var stores = [
                PersistentStoreDescription.sqlite(at: folder.appending(path: "tills.sqlite")),
                .sqlite(at: folder.appending(path: "chores.sqlite")),
            ]
            stores[0].configuration = "Tills"
            stores[1].configuration = "Chores"
            return try PersistentContainer(name: "Test", model: model, stores: stores)
        }
        let container = try open()
        try Tills.fill(container)
        let units = (0..<100).map { number in
            UnitOfWork(container: container).execute { context in
                try context.till("A").balance += 1
                Chore(context: context).name = "\(number)"
            }
        }
        for unit in units { try await unit.value }
        XCTAssertEqual(try Tills.balances(container)[0], 1100)
        XCTAssertEqual(try container.choreNames().count, 100)

        // What one of them refuses is in none.
        do {
            _ = try await runAlone(in: container) { context -> Int in
                Chore(context: context).name = "more"
                Till(context: context).name = "B"
                return 0
            }.value
            XCTFail("the name is taken")
        } catch {}
        XCTAssertEqual(try container.choreNames().count, 100)
        container.close()
    }
}

extension Till {
    /// No store knows it.
    fileprivate var coinCount: Int { coins.count }
}
