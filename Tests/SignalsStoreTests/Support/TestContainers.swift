import AnotherStore
import Foundation
import SignalsPostgres
import SignalsStore
import XCTest

extension PersistentStoreDescription {
    /// The store of the tests: SQLite in memory, or by `SIGNALS_STORE` in the environment, over which the same holds,
    /// a store of another package (`another`) or a schema of its own on a server (`postgres`), which may lack abilities
    /// (`plain-postgres`).
    static var scratch: PersistentStoreDescription {
        switch ProcessInfo.processInfo.environment["SIGNALS_STORE"] {
        case "another": PersistentStoreDescription { _ in DictionaryStore() }
        case "postgres": testServer(.all)
        case "plain-postgres": testServer([])
        default: .inMemory()
        }
    }

    /// A new schema on the server at `SIGNALS_POSTGRES`, which need not sync.
    private static func testServer(_ abilities: PostgresAbilities) -> PersistentStoreDescription {
        guard let address = ProcessInfo.processInfo.environment["SIGNALS_POSTGRES"] else {
            fatalError("SIGNALS_STORE names a server. Set SIGNALS_POSTGRES to its address: $(Scripts/postgres start)")
        }
        var description = postgres(address, schema: "test_\(UUID().uuidString)", abilities: abilities)
        description.durability = .off
        description.busyTimeout = 30
        return description
    }
}

extension XCTestCase {
    /// A container in memory that is closed after the test.
    func makeContainer(_ model: ManagedObjectModel = ManagedObjectModel(Chore.self)) throws -> PersistentContainer {
        let container = try PersistentContainer(name: "Test", model: model, stores: [.scratch])
        addTeardownBlock { container.close() }
        return container
    }

    /// A container on a file; the test closes it where that matters.
    func openContainer(
        at url: URL, _ model: ManagedObjectModel = ManagedObjectModel(Chore.self), dropping names: String...
    ) throws -> PersistentContainer {
        let store = names.reduce(PersistentStoreDescription.sqlite(at: url)) { $0.dropping($1) }
        return try PersistentContainer(name: "Test", model: model, stores: [store])
    }

    /// A folder that is deleted after the test.
    func makeFolder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "signals-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        addTeardownBlock { try? FileManager.default.removeItem(at: folder) }
        return folder
    }
}

extension PersistentContainer {
    /// Runs a closure in a background context and waits for its result.
    func inBackground<Output: Sendable>(_ body: (ManagedObjectContext) throws -> Output) throws -> Output {
        let context = newBackgroundContext()
        context.name = "test"
        return try context.performAndWait { try body(context) }
    }

    /// Saves chores with these names, in this order.
    @discardableResult
    func addChores(_ names: String...) throws -> [ManagedObjectID<Chore>] { try addChores(names) }

    @discardableResult
    func addChores(_ names: [String]) throws -> [ManagedObjectID<Chore>] {
        try inBackground { context in
            let chores = names.map { name in
                let chore = Chore(context: context)
                chore.name = name
                return chore
            }
            try context.save()
            return chores.map(\.objectID)
        }
    }

    /// The names of all chores that are stored, sorted.
    func choreNames() throws -> [String] {
        try inBackground { context in
            try context.fetch(FetchRequest<Chore>(sortBy: [SortDescriptor(\.name)])).map(\.name)
        }
    }
}
