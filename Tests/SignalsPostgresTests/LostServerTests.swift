import Foundation
import Signals
import SignalsCore
import SignalsStore
import XCTest

@testable import SignalsPostgres

/// Reads from a server that is lost, and comes back.
final class LostServerTests: XCTestCase {
    enum Loss: CaseIterable {
        /// The server ends at once: nobody accepts a connection.
        case crashed
        /// The server is stopped where it is: connections are accepted, and nothing is answered.
        case silent

        func begin(_ address: String) {
            switch self {
            case .crashed: TestServer.script("crash", address)
            case .silent: TestServer.pause(address)
            }
        }

        func end(_ address: String) {
            switch self {
            case .crashed: TestServer.script("restart", address)
            case .silent: TestServer.goOn(address)
            }
        }
    }

    private let address = Locked("")
    private let heard = Locked<[String]>([])
    private var cancellables: Set<AnyCancellable> = []

    override func setUp() {
        // It has after a crash what it had before.
        let started = TestServer.script("start", "fsync=on")
        address.withLock { $0 = started }
        addTeardownBlock { TestServer.script("stop", started) }
    }

    private func lose(_ loss: Loss) { loss.begin(address.withLock { $0 }) }
    private func bringBack(_ loss: Loss) { loss.end(address.withLock { $0 }) }

    private func open(timeout: TimeInterval = 1) throws -> PersistentContainer {
        var store = PersistentStoreDescription.postgres(address.withLock { $0 }, schema: "beds")
        store.busyTimeout = timeout
        let container = try PersistentContainer(
            name: "Test", model: ManagedObjectModel(Bed.self, Seedling.self), stores: [store])
        addTeardownBlock { container.close() }
        container.unobservedFailureHandler = { [heard] failure in heard.withLock { $0.append("\(failure)") } }
        return container
    }

    /// A container with a bed of three seedlings, and another bed.
    private func makeBed() throws -> PersistentContainer {
        let container = try open()
        try container.inBackground { context in
            let bed = Bed(context: context)
            bed.name = "North"
            for number in 1...3 {
                let seedling = Seedling(context: context)
                (seedling.number, seedling.bed) = (number, bed)
            }
            Bed(context: context).name = "South"
            try context.save()
        }
        return container
    }

    private func bed(_ name: String, in context: ManagedObjectContext) throws -> Bed {
        try XCTUnwrap(context.fetch(FetchRequest<Bed>()).first { $0.name == name })
    }

    private func assertUnreachable<Result>(
        _ what: String, line: UInt = #line, _ body: @autoclosure () throws -> Result
    ) {
        XCTAssertThrowsError(try body(), what, line: line) { error in
            guard case FetchError.unreachable = error else { return XCTFail("\(what): \(error)", line: line) }
        }
    }

    /// A connection that the server has ended shows it before anything is sent over it.
    func testASaveThatIsNotSentIsKnownNotToBeMade() throws {
        let container = try makeBed()
        let context = container.newBackgroundContext()
        try context.performAndWait {
            let north = try bed("North", in: context)
            for change in [{ north.name = "West" }, { Bed(context: context).name = "East" }] {
                lose(.crashed)
                change()
                XCTAssertThrowsError(try context.save()) { error in
                    guard case .unreachable? = (error as? SaveError)?.reason else { return XCTFail("\(error)") }
                }
                bringBack(.crashed)
                try context.save()
            }
        }
        let names = try container.inBackground { try $0.fetch(FetchRequest<Bed>()).map(\.name).sorted() }
        XCTAssertEqual(names, ["East", "South", "West"])
    }

    func testAServerThatBecameAStandbyIsReadOnlyAndNotOfAnotherModel() throws {
        let container = try makeBed()
        let context = container.newBackgroundContext()
        try context.performAndWait {
            let north = try bed("North", in: context)
            lose(.crashed)
            let signal = TestServer.folder(of: address.withLock { $0 }) + "/data/standby.signal"
            XCTAssertTrue(FileManager.default.createFile(atPath: signal, contents: nil))
            bringBack(.crashed)
            let plain = { north.name = "West" }
            // Which is decided on: its owner is read first.
            let related = { north.seedlings = [] }
            for change in [plain, related] {
                change()
                XCTAssertThrowsError(try context.save()) { error in
                    guard case .readOnly? = (error as? SaveError)?.reason else { return XCTFail("\(error)") }
                }
            }
        }
    }

    func testAReadThrowsAndTheContextWithItsChangesGoesOn() throws {
        let container = try makeBed()
        for loss in Loss.allCases {
            let context = container.newBackgroundContext()
            try context.performAndWait {
                let bed = try bed("North", in: context)
                let south = try self.bed("South", in: context).objectID
                context.refreshAllObjects()
                let seedling = Seedling(context: context)
                (seedling.number, seedling.bed) = (4, bed)
                lose(loss)
                assertUnreachable("fetch", try context.fetch(FetchRequest<Bed>()))
                assertUnreachable("count", try context.count(for: FetchRequest<Seedling>()))
                assertUnreachable("exists", try context.exists(FetchRequest<Bed>()))
                assertUnreachable("sum", try context.sum(\.number, of: FetchRequest<Seedling>()))
                assertUnreachable("snapshots", try context.fetchSnapshots(FetchRequest<Seedling>()))
                assertUnreachable("IDs", try context.fetchObjectIDs(FetchRequest<Seedling>()))
                let stranger = container.newBackgroundContext()
                try stranger.performAndWait {
                    assertUnreachable("object", try stranger.existingObject(with: south))
                    assertUnreachable("pin", try stranger.setQueryGeneration(.current))
                }
                XCTAssertEqual(bed.name, "North")
                XCTAssertEqual(seedling.number, 4)
                XCTAssertTrue(context.hasChanges)
                bringBack(loss)
                XCTAssertEqual(try context.count(for: FetchRequest<Seedling>()), 4)
                try context.save()
                context.delete(seedling)
                try context.save()
            }
        }
        XCTAssertEqual(heard.withLock { $0 }, [])
    }

    func testAnAccessShowsWhatThereIsUntilTheServerIsBack() throws {
        let container = try makeBed()
        for loss in Loss.allCases {
            let context = container.newBackgroundContext()
            try context.performAndWait {
                let bed = try bed("North", in: context)
                let seedling = try XCTUnwrap(bed.seedlings.first { $0.number == 2 })
                let stranger = context.object(with: try self.bed("South", in: context).objectID)
                for object in [bed, seedling, stranger] { context.refresh(object, mergeChanges: false) }
                lose(loss)
                heard.withLock { $0 = [] }
                XCTAssertEqual(bed.name, "North", "as it was read before")
                XCTAssertEqual(bed.seedlings, [])
                XCTAssertEqual(seedling.number, 2)
                XCTAssertNil(seedling.bed)
                XCTAssertTrue(stranger.isFault)
                XCTAssertEqual(heard.withLock { $0.count }, 1, "once")
                XCTAssertFalse(context.hasChanges)
                bringBack(loss)
                XCTAssertEqual(try context.count(for: FetchRequest<Bed>()), 2)
                XCTAssertEqual(bed.seedlings.count, 3)
                XCTAssertEqual(seedling.bed, bed)
                XCTAssertEqual(stranger.name, "South")
                bed.name = "North of \(loss)"
                try context.save()
                bed.name = "North"
                try context.save()
            }
        }
    }

    func testAChildContextReadsAgainWhenTheServerIsBack() throws {
        let container = try makeBed()
        for loss in Loss.allCases {
            let parent = container.newBackgroundContext()
            let ids = try parent.performAndWait {
                let bed = try bed("North", in: parent)
                bed.name = "West"
                return (bed.objectID, try self.bed("South", in: parent).objectID)
            }
            parent.performAndWait { parent.refreshAllObjects() }
            let form = ManagedObjectContext(concurrencyType: .privateQueue, parent: parent)
            try form.performAndWait {
                let bed = form.object(with: ids.0)
                XCTAssertEqual(bed.name, "West")
                lose(loss)
                assertUnreachable("fetch", try form.fetch(FetchRequest<Seedling>()))
                assertUnreachable("count", try form.count(for: FetchRequest<Seedling>()))
                XCTAssertEqual(bed.seedlings, [])
                bringBack(loss)
                XCTAssertEqual(try form.count(for: FetchRequest<Seedling>()), 3)
                XCTAssertEqual(bed.seedlings.count, 3)
                bed.name = "East"
                try form.save()
            }
            try parent.performAndWait {
                XCTAssertTrue(parent.hasChanges)
                try parent.save()
                try bed("East", in: parent).name = "North"
                try parent.save()
            }
        }
    }

    func testAPinnedContextFailsUntilItIsPinnedAgain() throws {
        let container = try makeBed()
        for loss in Loss.allCases {
            let context = container.newBackgroundContext()
            try context.performAndWait {
                try context.setQueryGeneration(.current)
                let bed = try bed("North", in: context)
                bed.name = "West"
                lose(loss)
                assertUnreachable("fetch", try context.fetch(FetchRequest<Seedling>()))
                XCTAssertEqual(bed.seedlings, [])
                bringBack(loss)
                assertUnreachable("the state is gone", try context.count(for: FetchRequest<Seedling>()))
                XCTAssertEqual(bed.name, "West")
                try context.setQueryGeneration(.current)
                XCTAssertEqual(try context.count(for: FetchRequest<Seedling>()), 3)
                XCTAssertEqual(bed.seedlings.count, 3)
                XCTAssertEqual(bed.name, "West")
            }
        }
    }

    func testABatchThatCannotBeReadEndsTheIterationAndAnotherBeginsAnew() throws {
        let container = try makeBed()
        for loss in Loss.allCases {
            let context = container.newBackgroundContext()
            try context.performAndWait {
                var request = FetchRequest<Seedling>(sortBy: [SortDescriptor(\.number)])
                request.fetchBatchSize = 1
                var numbers: [Int] = []
                XCTAssertThrowsError(
                    try context.fetchBatches(request) { batch in
                        numbers += batch.map(\.number)
                        lose(loss)
                    }
                ) { error in
                    guard case FetchError.unreachable = error else { return XCTFail("\(error)") }
                }
                XCTAssertEqual(numbers, [1])
                bringBack(loss)
                numbers = []
                try context.fetchBatches(request) { numbers += $0.map(\.number) }
                XCTAssertEqual(numbers, [1, 2, 3])
            }
        }
    }

    /// Saves some objects one after the other, and makes sure that each fails without waiting for what others wait for.
    private func assertSavesFail(_ container: PersistentContainer) {
        for number in 100..<103 {
            let refused = expectation(description: "a save fails")
            container.save { Seedling(context: $0).number = number }.sink { end in
                if case .failure = end { refused.fulfill() }
            } receiveValue: {
            }
            .store(in: &cancellables)
            wait(for: [refused], timeout: 10)
        }
    }

    func testObjectsAreMadeWhileTheServerIsAwayAndSavedWhenItIsBack() throws {
        try makeBed().close()
        for loss in Loss.allCases {
            // One that was used before has numbers left, and would not ask.
            let container = try open()
            lose(loss)
            let context = container.newBackgroundContext()
            try context.performAndWait {
                let seedlings = (0..<10).map { _ in Seedling(context: context) }
                for (number, seedling) in seedlings.enumerated() { seedling.number = number + 10 }
                XCTAssertThrowsError(try context.save())
                XCTAssertEqual(seedlings.map(\.number), Array(10..<20))
                bringBack(loss)
                try context.save()
                for seedling in seedlings { context.delete(seedling) }
                try context.save()
                XCTAssertEqual(try context.count(for: FetchRequest<Seedling>()), 3)
            }
            container.close()
        }
    }

    /// More than there are connections to read with.
    func testManyLiveQueriesGoOnWhenTheServerIsBack() throws {
        let container = try makeBed()
        for loss in Loss.allCases {
            let states = (0..<20).map { expectation(description: "the first state of \($0)") }
            let ends = Locked<[String]>([])
            let next = (0..<20).map { expectation(description: "the next state of \($0)") }
            let late = Locked(false)
            for index in 0..<20 {
                container.publisher(for: FetchRequest<Seedling>(predicate: #Predicate { $0.number > 0 })).sink { end in
                    ends.withLock { $0.append("\(end)") }
                } receiveValue: { seedlings in
                    if !late.withLock({ $0 }), seedlings.count == 3 { states[index].fulfill() }
                    if seedlings.contains(where: { $0.number == 9 }) { next[index].fulfill() }
                }
                .store(in: &cancellables)
            }
            wait(for: states, timeout: 60)
            late.withLock { $0 = true }
            lose(loss)
            assertSavesFail(container)
            bringBack(loss)
            let id = try container.inBackground { context in
                let seedling = Seedling(context: context)
                seedling.number = 9
                try context.save()
                return seedling.objectID
            }
            wait(for: next, timeout: 60)
            XCTAssertEqual(ends.withLock { $0 }, [])
            cancellables = []
            try container.inBackground { context in
                context.delete(try context.existingObject(with: id))
                try context.save()
            }
        }
    }

    func testLiveQueriesThatBeginWhileTheServerIsAwayHaveTheirFirstStateWhenItIsBack() throws {
        let container = try makeBed()
        for loss in Loss.allCases {
            lose(loss)
            let states = (0..<20).map { expectation(description: "the first state of \($0)") }
            let ends = Locked<[String]>([])
            for index in 0..<20 {
                container.publisher(for: FetchRequest<Seedling>(predicate: #Predicate { $0.number > 0 })).sink { end in
                    ends.withLock { $0.append("\(end)") }
                } receiveValue: { seedlings in
                    if seedlings.count == 3 { states[index].fulfill() }
                }
                .store(in: &cancellables)
            }
            assertSavesFail(container)
            bringBack(loss)
            wait(for: states, timeout: 60)
            XCTAssertEqual(ends.withLock { $0 }, [])
            cancellables = []
        }
    }
}
