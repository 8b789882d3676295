import Foundation
import Signals
import SignalsCore
import SignalsStore
import XCTest

@testable import SignalsPostgres

/// A server that is lost while saves run: started again, or replaced by its replica.
final class FailoverTests: XCTestCase {
    private static let saves = 400
    private var cancellables: Set<AnyCancellable> = []

    private func makeServer() -> String {
        let address = TestServer.script("start", "fsync=on")
        addTeardownBlock { TestServer.script("stop", address) }
        return address
    }

    private func open(_ address: String, timeout: TimeInterval = 60) throws -> PersistentContainer {
        var store = PersistentStoreDescription.postgres(address, schema: "plants")
        store.busyTimeout = timeout
        let container = try PersistentContainer(
            name: "Test", model: ManagedObjectModel(Bed.self, Seedling.self), stores: [store])
        addTeardownBlock { container.close() }
        return container
    }

    /// Saves numbered objects at once, every second one with a key and every fourth one as an edit of another too, and
    /// loses the server in the middle of it.
    ///
    /// - Returns: the numbers of the saves that succeeded, and the errors of the others.
    private func save(_ container: PersistentContainer, losing lose: () -> Void) throws -> (
        saved: Set<Int>, errors: [String]
    ) {
        let bed = try container.inBackground { context in
            let bed = Bed(context: context)
            try context.save()
            return bed.objectID
        }
        let results = Locked<(saved: Set<Int>, errors: [String])>(([], []))
        let some = expectation(description: "a quarter is saved")
        some.expectedFulfillmentCount = Self.saves / 4
        some.assertForOverFulfill = false
        let all = expectation(description: "all have ended")
        all.expectedFulfillmentCount = Self.saves
        // One after the other, so that they are many commits.
        for number in 0..<Self.saves {
            let body: @Sendable (ManagedObjectContext) throws -> Void = { context in
                Seedling(context: context).number = number
                if number % 4 == 1 { try context.existingObject(with: bed).name = "bed \(number)" }
            }
            let future =
                number.isMultiple(of: 2)
                ? container.performBackgroundTask(idempotencyKey: "seedling \(number)") { context in
                    try body(context)
                    try context.save()
                }
                : container.save(onConflict: .runAgain(times: 100, then: .alone), body)
            future.sink { end in
                switch end {
                case .finished: results.withLock { _ = $0.saved.insert(number) }
                case .failure(let error): results.withLock { $0.errors.append("\(error)") }
                }
                some.fulfill()
                all.fulfill()
            } receiveValue: {
            }
            .store(in: &cancellables)
            if number == Self.saves / 2 {
                wait(for: [some], timeout: 60)
                lose()
            }
        }
        wait(for: [all], timeout: 120)
        return results.withLock { $0 }
    }

    /// Makes sure that what was reported as saved is there, once, and nothing else.
    private func assertSavedOnce(_ saved: Set<Int>, _ errors: [String], at address: String) throws {
        XCTAssertEqual(errors, [], "the server was back within the deadline")
        let numbers = try open(address).inBackground { context in
            try context.fetch(FetchRequest<Seedling>()).map(\.number)
        }
        XCTAssertEqual(numbers.sorted(), Array(0..<Self.saves))
        XCTAssertEqual(saved, Set(0..<Self.saves))
    }

    func testSavesGoOnWhenAServerThatCrashedIsBack() throws {
        let address = makeServer()
        let (saved, errors) = try save(open(address)) {
            TestServer.script("crash", address)
            TestServer.script("restart", address)
        }
        try assertSavedOnce(saved, errors, at: address)
    }

    func testSavesGoOnAtTheReplicaThatIsPromoted() throws {
        let primary = makeServer()
        let replica = TestServer.script("replicate", primary)
        addTeardownBlock { TestServer.script("stop", replica) }
        XCTAssertEqual(problem(replica), .isStandby, "alone, it cannot be written")
        let hosts = [primary, replica].map { TestServer.folder(of: $0).replacing("/", with: "%2F") }
        let both =
            "postgresql://signals@/signals?host=\(hosts.joined(separator: ","))&target_session_attrs=read-write"
        let (saved, errors) = try save(open(both)) {
            TestServer.script("crash", primary)
            TestServer.script("promote", replica)
        }
        try assertSavedOnce(saved, errors, at: replica)
    }

    func testACommitIsNotSaidToBeMadeBeforeTheReplicaHasIt() throws {
        let primary = makeServer()
        let replica = TestServer.script("replicate", primary)
        addTeardownBlock { TestServer.script("stop", replica) }
        // By another path it is another store to this program: in one, a key waits for the same key.
        let stores = [primary, primary.replacing("host=", with: "host=%2F.")]
        let containers = try stores.map { try open($0) }
        let ended = Locked(0)
        func save(_ number: Int, _ container: PersistentContainer) -> XCTestExpectation {
            let end = expectation(description: "the end")
            container.performBackgroundTask(idempotencyKey: "seedling \(number)") { context in
                Seedling(context: context).number = number
                try context.save()
            }
            .sink {
                if case .failure(let error) = $0 { XCTFail("\(error)") }
                ended.withLock { $0 += 1 }
                end.fulfill()
            } receiveValue: {
            }
            .store(in: &cancellables)
            return end
        }
        // They have numbers for rows and receipts then, and the commit is what waits.
        wait(for: [save(0, containers[0]), save(1, containers[1])], timeout: 60)
        TestServer.script("crash", replica)
        let first = save(2, containers[0])
        try awaitCommitsWithoutReplica(1, at: primary)
        // From now on the server shows what its replica does not have, and a promotion would lose.
        TestServer.script("crash", primary)
        TestServer.script("restart", primary)
        try awaitCommitsWithoutReplica(1, at: primary)
        let second = save(2, containers[1])
        try awaitCommitsWithoutReplica(2, at: primary)
        XCTAssertEqual(ended.withLock { $0 }, 2)

        TestServer.script("restart", replica)
        wait(for: [first, second], timeout: 60)
        let numbers = try containers[0].inBackground { try $0.fetch(FetchRequest<Seedling>()).map(\.number) }
        XCTAssertEqual(numbers.sorted(), [0, 1, 2])
    }

    /// Returns when so many commits wait for a replica.
    private func awaitCommitsWithoutReplica(_ count: Int, at address: String) throws {
        let deadline = Deadline(after: 30)
        let connection = try PostgresConnection(PostgresAddress(address), deadline)
        let question = Statement("SELECT count(*)::text FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
        while try connection.run(question, deadline).text(0, 0) != "\(count)" {}
    }

    func testSavesFailWithinTheDeadlineWhenNoServerComesBack() throws {
        let address = makeServer()
        let container = try open(address, timeout: 1)
        let context = container.newBackgroundContext()
        try context.performAndWait {
            Seedling(context: context).number = 1
            try context.save()
        }
        TestServer.script("crash", address)
        try context.performAndWait {
            Seedling(context: context).number = 2
            XCTAssertThrowsError(try context.save()) { error in
                guard let error = error as? SaveError else { return XCTFail("\(error)") }
                XCTAssertTrue(error.canRetry, "\(error)")
            }
            XCTAssertTrue(context.hasChanges, "nothing is lost")
        }
        TestServer.script("restart", address)
        try context.performAndWait { try context.save() }
        XCTAssertEqual(try container.inBackground { try $0.count(for: FetchRequest<Seedling>()) }, 2)
    }
}
