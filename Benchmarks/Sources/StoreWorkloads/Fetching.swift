import Foundation
import GRDB
import GRDBSQLite
import SignalsStore

// All rows, in the order of their numbers. What was found is let go of outside of the time that is taken.
extension StoreWorkloads {
    private static func filled<Result>(_ count: Int, _ body: (PersistentContainer) throws -> Result) -> Result {
        withFolder { folder in
            let container = try open(folder)
            defer { container.close() }
            let context = container.newBackgroundContext()
            try context.performAndWait {
                insert(0..<count, into: context)
                try context.save()
            }
            return try body(container)
        }
    }

    /// As managed objects that the context does not know yet.
    public static func fetchObjects(_ count: Int) -> Double {
        filled(count) { container in
            let context = container.newBackgroundContext()
            return try context.performAndWait {
                _ = try context.fetch(FetchRequest<Item>(fetchLimit: 1))
                var found: [Item] = []
                let time = try nanoseconds {
                    found = try context.fetch(FetchRequest<Item>())
                    sum &+= found[found.count / 2].minutes
                }
                return time
            }
        }
    }

    /// As managed objects that the context knows already.
    public static func fetchKnownObjects(_ count: Int) -> Double {
        filled(count) { container in
            let context = container.newBackgroundContext()
            return try context.performAndWait {
                let known = try context.fetch(FetchRequest<Item>())
                let time = try nanoseconds { sum &+= try context.fetch(FetchRequest<Item>()).count }
                return withExtendedLifetime(known) { time }
            }
        }
    }

    public static func fetchWithGRDB(_ count: Int) -> Double {
        withFolder { folder in
            let pool = try openPool(folder)
            try pool.write { database in
                for number in 0..<count { try ItemRecord(number).insert(database) }
            }
            _ = try pool.read { try ItemRecord.limit(1).fetchAll($0) }
            var found: [ItemRecord] = []
            let time = try nanoseconds {
                found = try pool.read { try ItemRecord.order(sql: "id").fetchAll($0) }
                sum &+= found[found.count / 2].minutes
            }
            return withExtendedLifetime(found) { time }
        }
    }

    /// Each value of each row looked at, nothing kept.
    public static func fetchWithSQLite(_ count: Int) -> Double {
        withFolder { folder in
            let database = SQLiteDatabase(folder)
            database.run(ItemValues.table)
            database.insert(0..<count)
            return nanoseconds {
                var statement: OpaquePointer?
                sqlite3_prepare_v2(database.handle, "SELECT * FROM item ORDER BY id", -1, &statement, nil)
                defer { sqlite3_finalize(statement) }
                var total = 0
                while sqlite3_step(statement) == SQLITE_ROW {
                    total &+= Int(sqlite3_column_int64(statement, 0) &+ sqlite3_column_int64(statement, 1))
                    for column in Int32(2)...3 {
                        total &+= Int(sqlite3_column_text(statement, column)[0])
                        total &+= Int(sqlite3_column_bytes(statement, column))
                    }
                    total &+= Int(sqlite3_column_double(statement, 4))
                    total &+= Int(sqlite3_column_int64(statement, 5) &+ sqlite3_column_int64(statement, 6))
                }
                sum &+= total
            }
        }
    }
}
