import Foundation
import SignalsCore
import SignalsStore
import XCTest

@testable import SignalsPostgres

/// A private server: the one at `SIGNALS_POSTGRES`, or one that is started for these tests and stopped when the program
/// ends.
enum TestServer {
    static let address: String = {
        if let known = ProcessInfo.processInfo.environment["SIGNALS_POSTGRES"] { return known }
        let started = script("start")
        atexit { TestServer.stop() }
        return started
    }()

    /// The folder with the server's socket.
    static var folder: String { folder(of: address) }

    static func folder(of address: String) -> String {
        address.components(separatedBy: "host=")[1].replacing("%2F", with: "/")
    }

    private static func stop() { _ = script("stop", address) }

    /// Runs `Scripts/postgres`, and returns what it prints.
    @discardableResult
    static func script(_ arguments: String...) -> String {
        let root = URL(fileURLWithPath: #filePath).pathComponents.dropLast(4).joined(separator: "/")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: root + "/Scripts/postgres")
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        do { try process.run() } catch { return "\(error)" }
        let printed = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: printed, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Stops all of a server's processes where they are: it accepts connections, and answers nothing.
    static func pause(_ address: String) { signal(address, SIGSTOP) }

    /// Has a server that was paused go on.
    static func goOn(_ address: String) { signal(address, SIGCONT) }

    private static func signal(_ address: String, _ signal: Int32) {
        let lines = (try? String(contentsOfFile: folder(of: address) + "/data/postmaster.pid", encoding: .utf8)) ?? ""
        guard let server = lines.split(separator: "\n").first.flatMap({ Int32($0) }) else { return }
        // Itself first, so that it has no more of them meanwhile.
        kill(server, signal)
        for process in children(of: server) { kill(process, signal) }
    }

    private static func children(of server: Int32) -> [Int32] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["pgrep", "-P", "\(server)"]
        let output = Pipe()
        process.standardOutput = output
        do { try process.run() } catch { return [] }
        let printed = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: printed, as: UTF8.self).split(separator: "\n").compactMap { Int32($0) }
    }

    /// The same server by another path of its socket: to this process, a store on another server.
    static func address(seenFrom place: Int, of address: String = address) -> String {
        address.replacing("host=", with: "host=" + String(repeating: "%2F.", count: place))
    }

    /// The address, with a setting that a database or a role may have.
    static func address(with setting: String) -> String {
        address + "&options=-c%20" + setting.replacing("=", with: "%3D")
    }

    /// A container over a schema.
    static func container(
        _ schema: String, _ model: ManagedObjectModel, address: String, timeout: TimeInterval = 30,
        abilities: PostgresAbilities = .all
    ) throws -> PersistentContainer {
        var store = PersistentStoreDescription.postgres(address, schema: schema, abilities: abilities)
        store.durability = .off
        store.busyTimeout = timeout
        return try PersistentContainer(name: "Test", model: model, stores: [store])
    }

    /// Runs a statement that is none of a store's.
    @discardableResult
    static func execute(_ text: String...) throws -> String? {
        let deadline = Deadline(after: 30)
        let connection = try PostgresConnection(PostgresAddress(address), deadline)
        try connection.run(script: Array(text.dropLast()), deadline)
        let answer = try connection.run(Statement(text.last ?? "SELECT 1"), deadline)
        return answer.count > 0 ? answer.text(0, 0) : nil
    }
}

extension XCTestCase {
    /// A container over a schema, as a program has it; another place makes it another program.
    func openContainer(
        _ schema: String, _ model: ManagedObjectModel = ManagedObjectModel(Plant.self), place: Int = 0,
        address: String = TestServer.address, timeout: TimeInterval = 30, abilities: PostgresAbilities = .all
    ) throws -> PersistentContainer {
        let container = try TestServer.container(
            schema, model, address: TestServer.address(seenFrom: place, of: address), timeout: timeout,
            abilities: abilities)
        addTeardownBlock { container.close() }
        return container
    }

    /// Expects a program to show the plants that another one adds.
    func expectFollowing(
        _ there: PersistentContainer, in here: PersistentContainer, timeout: TimeInterval = 30
    ) throws {
        let (first, both) = (expectation(description: "the first"), expectation(description: "both"))
        let cancellable = here.publisher(for: FetchRequest<Plant>(sortBy: [SortDescriptor(\.name)])).sink { _ in
        } receiveValue: { plants in
            if plants.isEmpty { first.fulfill() }
            if plants.map(\.name) == ["Fern", "Rose"] { both.fulfill() }
        }
        wait(for: [first], timeout: 30)
        try there.addPlants("Rose", "Fern")
        wait(for: [both], timeout: timeout)
        cancellable.cancel()
    }

    /// The name of a schema that nobody has.
    func newSchema() -> String { "test_\(UUID().uuidString)" }

    /// Runs something that waits for a lock, and gives the lock up when some statement has found it waiting, or it has
    /// failed before.
    func whileLocked(
        _ lock: String, until found: String, by schema: String, in container: PersistentContainer,
        _ body: @escaping @Sendable (ManagedObjectContext) throws -> Void
    ) throws {
        let deadline = Deadline(after: 30)
        let other = try PostgresConnection(PostgresAddress(TestServer.address), deadline)
        _ = try other.run([Statement("BEGIN"), Statement(lock)], deadline)
        let outcome = Locked<Result<Void, any Error>?>(nil)
        let isOver = expectation(description: "over")
        DispatchQueue.global().async {
            let result = Result { try container.inBackground(body) }
            outcome.withLock { $0 = result }
            isOver.fulfill()
        }
        let waiting = "wait_event_type = 'Lock' AND query LIKE '%\(schema)%'"
        while outcome.withLock({ $0 == nil }), !deadline.isOver,
            try TestServer.execute("SELECT \(found)::text FROM pg_stat_activity WHERE \(waiting)") != "true"
        {}
        try other.run(Statement("COMMIT"), deadline)
        wait(for: [isOver], timeout: 30)
        XCTAssertNoThrow(try outcome.withLock { $0 }?.get())
    }

    /// The reason for which opening fails.
    func problem(_ address: String, schema: String = "none", timeout: TimeInterval = 10) -> ServerProblem? {
        do {
            _ = try openContainer(schema, address: address, timeout: timeout)
        } catch StoreError.server(let server, let problem) {
            XCTAssertFalse("\(StoreError.server(server, problem))".contains("secret"), "a password is in the message")
            return problem
        } catch { XCTFail("\(error)") }
        return nil
    }
}

extension PersistentContainer {
    /// Runs a closure in a background context, and waits for its result.
    @discardableResult
    func inBackground<Output: Sendable>(_ body: (ManagedObjectContext) throws -> Output) throws -> Output {
        let context = newBackgroundContext()
        return try context.performAndWait { try body(context) }
    }

    @discardableResult
    func addPlants(_ names: String...) throws -> [ManagedObjectID<Plant>] {
        try inBackground { context in
            let plants = names.map { name in
                let plant = Plant(context: context)
                plant.name = name
                return plant
            }
            try context.save()
            return plants.map(\.objectID)
        }
    }

    /// Saves so many plants in one save.
    func addManyPlants(_ count: Int) throws {
        try inBackground { context in
            for number in 0..<count { Plant(context: context).name = "Plant \(number)" }
            try context.save()
        }
    }

    func plantNames() throws -> [String] {
        try inBackground { context in
            try context.fetch(FetchRequest<Plant>(sortBy: [SortDescriptor(\.name)])).map(\.name)
        }
    }
}
