import Dispatch
import Foundation
import GRDB
import Signals
import SignalsStore

/// A row that many change at once.
public final class Account: ManagedObject {
    @Attribute(.unique) var name = ""
    @Attribute var balance = 0
}

/// The same as a record for GRDB.
private struct AccountRecord: FetchableRecord, PersistableRecord {
    static let databaseTableName = "account"

    var id: Int64
    var version: Int64
    var name: String
    var balance: Int

    init(row: Row) {
        id = row[0]
        version = row[1]
        name = row[2]
        balance = row[3]
    }

    func encode(to container: inout PersistenceContainer) {
        container["id"] = id
        container["version"] = version
        container["name"] = name
        container["balance"] = balance
    }
}

// Transfers between four accounts, all started at once, each durable when it is reported as done.
extension StoreWorkloads {
    private static let accounts = ["A", "B", "C", "D"]

    /// Units of work, which meet conflicts and run again.
    public static func hotUnits(_ count: Int) -> Double {
        withFolder { folder in
            let container = try PersistentContainer(
                name: "benchmark", model: ManagedObjectModel(Account.self),
                stores: [.sqlite(at: folder.appending(path: "accounts.sqlite"))])
            defer { container.close() }
            let context = container.newBackgroundContext()
            try context.performAndWait {
                for name in accounts { Account(context: context).name = name }
                try context.save()
            }
            let unit = UnitOfWork(container: container)
            return nanoseconds {
                let all = DispatchGroup()
                let cancellables = (0..<count).map { number in
                    all.enter()
                    return unit.execute { context in
                        try account(number, context).balance -= 1
                        try account(number + 1, context).balance += 1
                    }.sink(
                        receiveCompletion: { completion in
                            if case .failure(let error) = completion { fatalError("The benchmark failed: \(error)") }
                            all.leave()
                        }, receiveValue: {})
                }
                all.wait()
                withExtendedLifetime(cancellables) {}
            }
        }
    }

    private static func account(_ number: Int, _ context: ManagedObjectContext) throws -> Account {
        let name = accounts[number % 4]
        return try context.fetch(FetchRequest<Account>(predicate: #Predicate { $0.name == name }))[0]
    }

    /// Writes one after the other, each a transaction that is synced.
    public static func hotWritesWithGRDB(_ count: Int) -> Double {
        withFolder { folder in
            let pool = try openPool(folder, synchronous: "FULL")
            try pool.write { database in
                try database.execute(
                    sql: """
                        CREATE TABLE account (id INTEGER PRIMARY KEY NOT NULL, version INTEGER NOT NULL, \
                        name TEXT NOT NULL UNIQUE, balance INTEGER NOT NULL) STRICT
                        """)
                for (number, name) in accounts.enumerated() {
                    try database.execute(
                        sql: "INSERT INTO account VALUES (?, 1, ?, 0)", arguments: [number + 1, name])
                }
            }
            return nanoseconds {
                let all = DispatchGroup()
                for number in 0..<count {
                    all.enter()
                    pool.asyncWrite { database in
                        try add(-1, to: number, database)
                        try add(1, to: number + 1, database)
                    } completion: { _, result in
                        if case .failure(let error) = result { fatalError("The benchmark failed: \(error)") }
                        all.leave()
                    }
                }
                all.wait()
            }
        }
    }

    private static func add(_ amount: Int, to number: Int, _ database: Database) throws {
        let found = try AccountRecord.fetchOne(
            database, sql: "SELECT * FROM account WHERE name = ?", arguments: [accounts[number % 4]])
        guard var account = found else { return }
        account.balance += amount
        account.version += 1
        try account.update(database)
    }
}
