import Signals
import SignalsStore
import XCTest

final class UnitOfWorkTests: XCTestCase {
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
    func testAPeerUnitSavesAndLeavesTheViewContextClean() async throws {
        let container = try makeZoo()
        let count = try await UnitOfWork(container: container).execute { context in
            for grams in [120, 90] { Banana(context: context).grams = grams }
            return 2
        }.value
        XCTAssertEqual(count, 2)
        XCTAssertFalse(container.viewContext.hasChanges)
        XCTAssertEqual(try container.viewContext.grams(), [90, 120])
    }

    func testAUnitThatThrowsLeavesNothingBehindAndSaysAtWhichStage() async throws {
        let container = try makeZoo(bananas: [5])
        let reports = Locked<[String]>([])
        let unit = UnitOfWork(container: container)
            .onError { error in reports.withLock { $0.append("first: \(error)") } }
            .onError { error in reports.withLock { $0.append("second: \(error)") } }
        do {
            try await unit.execute { context in
                try context.biggestBanana().grams = 6
                Banana(context: context).grams = 7
                throw OutOfBananas()
            }.value
            XCTFail("it did not fail")
        } catch UnitOfWorkError.execution(let reason) {
            XCTAssertEqual(reason as? OutOfBananas, OutOfBananas())
            XCTAssertEqual(
                reports.withLock { $0 },
                ["first: OutOfBananas()", "second: OutOfBananas()"],
                "the handlers are called before the future resolves")
        }
        XCTAssertEqual(try grams(container), [5])
    }

    func testASaveThatFailsRollsEverythingBack() async throws {
        let container = try makeZoo(bananas: [5])
        do {
            try await UnitOfWork(container: container).execute { context in
                Banana(context: context).grams = 7
                Keeper(context: context).name = "Ada"
            }.value
            XCTFail("the name is taken")
        } catch UnitOfWorkError.transactionSave(let reason as SaveError) {
            guard case .valueTaken = reason.reason else { return XCTFail("\(reason)") }
        }
        XCTAssertEqual(try grams(container), [5])
    }

    func testTheCompletionAndTheAsyncFormSayTheSame() async throws {
        let container = try makeZoo(bananas: [5])
        let done = expectation(description: "completion")
        UnitOfWork(container: container).execute {
            try $0.grams()
        } completion: { result in
            XCTAssertEqual(try? result.get(), [5])
            done.fulfill()
        }
        await fulfillment(of: [done], timeout: 30)
        do throws(UnitOfWorkError) {
            try await UnitOfWork(container: container).perform { _ in throw OutOfBananas() }
            XCTFail("it did not fail")
        } catch {
            guard case .execution(let reason) = error else { return XCTFail("\(error)") }
            XCTAssertTrue(reason is OutOfBananas)
        }
        let read = try await UnitOfWork(container: container).perform { try $0.grams() }
        XCTAssertEqual(read, [5])
    }

    func testAClosedContainerFailsTheUnit() async throws {
        let container = try makeZoo()
        container.close()
        do {
            try await UnitOfWork(container: container).execute { _ in }.value
            XCTFail("it did not fail")
        } catch let error as UnitOfWorkError {
            XCTAssertTrue(error.reason is StoreError, "\(error)")
        }
    }

    func testAThousandUnitsAtOnceLoseNothing() async throws {
        let folder = try makeFolder()
        let container = try openContainer(at: folder.appending(path: "zoo.sqlite"), Zoo.model)
        defer { container.close() }
        let units = (0..<1000).map { number in
            UnitOfWork(container: container).execute { Banana(context: $0).grams = number }
        }
        for unit in units { try await unit.value }
        XCTAssertEqual(try grams(container), Array(0..<1000))
    }
}
