import Foundation
import SignalsStore
import XCTest

@testable import SignalsPostgres

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Contexts that replicas may answer see nothing that is older than what they have seen.
final class ReplicaTests: XCTestCase {
    private static let servers: (primary: String, replica: String) = {
        let primary = TestServer.script("start", "fsync=on")
        let replica = TestServer.script("replicate", primary)
        atexit {
            for server in [ReplicaTests.servers.replica, ReplicaTests.servers.primary] {
                TestServer.script("stop", server)
            }
        }
        return (primary, replica)
    }()

    private var primary: String { Self.servers.primary }
    private var replica: String { Self.servers.replica }
    private lazy var schema = newSchema()

    private func open(timeout: TimeInterval = 30) throws -> PersistentContainer {
        var store = PersistentStoreDescription.postgres(primary, schema: schema, replicas: replica)
        store.busyTimeout = timeout
        let container = try PersistentContainer(name: "Test", model: ManagedObjectModel(Plant.self), stores: [store])
        addTeardownBlock { container.close() }
        return container
    }

    private func ask(_ question: String, _ address: String) throws -> String {
        let deadline = Deadline(after: 30)
        let connection = try PostgresConnection(PostgresAddress(address), deadline)
        return try connection.run(Statement(question), deadline).text(0, 0) ?? ""
    }

    /// Waits until the replica has what was committed.
    private func catchUp() throws {
        let place = try ask("SELECT pg_current_wal_lsn()::text", primary)
        while try ask("SELECT (pg_last_wal_replay_lsn() >= '\(place)'::pg_lsn)::text", replica) != "true" {}
    }

    private func names(_ context: ManagedObjectContext) throws -> [String] {
        try context.performAndWait {
            try context.fetch(FetchRequest<Plant>(sortBy: [SortDescriptor(\.name)])).map(\.name)
        }
    }

    private func readingContext(_ container: PersistentContainer) -> ManagedObjectContext {
        let context = container.newBackgroundContext()
        context.performAndWait { context.readsFromReplicas = true }
        return context
    }

    func testAReplicaAnswersWhileTheOtherServerIsAway() throws {
        let container = try open(timeout: 1)
        try container.addPlants("Rose", "Fern")
        try catchUp()
        TestServer.script("crash", primary)
        XCTAssertEqual(try names(readingContext(container)), ["Fern", "Rose"])
        XCTAssertThrowsError(try names(container.newBackgroundContext())) { error in
            guard case FetchError.unreachable = error else { return XCTFail("\(error)") }
        }
        TestServer.script("restart", primary)
    }

    func testAReplicaThatIsBehindIsNotAsked() throws {
        let container = try open()
        try container.addPlants("Rose")
        try catchUp()
        let context = readingContext(container)
        XCTAssertEqual(try names(context), ["Rose"])
        _ = try ask("SELECT pg_wal_replay_pause()::text", replica)
        try container.addPlants("Fern")
        XCTAssertEqual(try names(context), ["Fern", "Rose"], "what this program saved")
        // Another program's commits are seen when they are there.
        var other = PersistentStoreDescription.postgres(
            primary.replacing("host=", with: "host=%2F."), schema: schema)
        other.busyTimeout = 30
        let there = try PersistentContainer(name: "Test", model: ManagedObjectModel(Plant.self), stores: [other])
        defer { there.close() }
        try there.addPlants("Ivy")
        XCTAssertEqual(try names(context), ["Fern", "Ivy", "Rose"], "the server that is written is asked")
        _ = try ask("SELECT pg_wal_replay_resume()::text", replica)
        XCTAssertEqual(try names(context), ["Fern", "Ivy", "Rose"], "and never less than before")
    }

    func testAReplicaIsNotAskedBeforeItHasTheTablesOfTheModel() throws {
        _ = try open()
        try catchUp()
        _ = try ask("SELECT pg_wal_replay_pause()::text", replica)
        defer { _ = try? ask("SELECT pg_wal_replay_resume()::text", replica) }
        var store = PersistentStoreDescription.postgres(primary, schema: newSchema(), replicas: replica)
        let made = try PersistentContainer(name: "Test", model: ManagedObjectModel(Plant.self), stores: [store])
        defer { made.close() }
        XCTAssertEqual(try names(readingContext(made)), [], "the replica has no such schema")
        store = .postgres(primary.replacing("host=", with: "host=%2F."), schema: schema, replicas: replica)
        let migrated = try PersistentContainer(
            name: "Test", model: ManagedObjectModel(version: 2, Plant.self, Shelf.self, Pot.self), stores: [store])
        defer { migrated.close() }
        let context = readingContext(migrated)
        XCTAssertEqual(try context.performAndWait { try context.count(for: FetchRequest<Shelf>()) }, 0)
    }

    func testAContextNeverReadsOlderRowsThanBefore() throws {
        let container = try open()
        try container.addPlants("Rose")
        try catchUp()
        _ = try ask("SELECT pg_wal_replay_pause()::text", replica)
        var other = PersistentStoreDescription.postgres(
            primary.replacing("host=", with: "host=%2F."), schema: schema)
        other.busyTimeout = 30
        let there = try PersistentContainer(name: "Test", model: ManagedObjectModel(Plant.self), stores: [other])
        defer { there.close() }
        try there.addPlants("Ivy")
        let context = container.newBackgroundContext()
        XCTAssertEqual(try names(context), ["Ivy", "Rose"], "read from the server that is written")
        context.performAndWait { context.readsFromReplicas = true }
        XCTAssertEqual(try names(context), ["Ivy", "Rose"])
        for isOn in [true, false, true] { context.performAndWait { context.readsFromReplicas = isOn } }
        XCTAssertEqual(try names(context), ["Ivy", "Rose"])
        let fresh = readingContext(container)
        try fresh.performAndWait {
            try fresh.setQueryGeneration(.current)
            XCTAssertEqual(try fresh.count(for: FetchRequest<Plant>()), 2, "the server that is written is asked")
            try fresh.setQueryGeneration(nil)
            XCTAssertEqual(try fresh.count(for: FetchRequest<Plant>()), 2)
        }
        _ = try ask("SELECT pg_wal_replay_resume()::text", replica)
    }
}
