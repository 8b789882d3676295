import Foundation
import GRDB
import GRDBSQLite
import SignalsStore

/// The same rows in three files, filled once for all runs on as many rows.
final class FilledStores {
    let count: Int
    private let folder: URL
    let container: PersistentContainer
    let pool: DatabasePool
    let database: SQLiteDatabase

    // SAFETY: a workload runs alone.
    nonisolated(unsafe) private static var present: FilledStores?

    static func with(_ count: Int) -> FilledStores {
        if let present, present.count == count { return present }
        present = nil
        do {
            let filled = try FilledStores(count)
            present = filled
            return filled
        } catch { fatalError("The benchmark failed: \(error)") }
    }

    /// Deletes the files.
    static func tidyUp() { present = nil }

    private init(_ count: Int) throws {
        self.count = count
        let folder = StoreWorkloads.makeFolder()
        self.folder = folder
        let folders = ["store", "grdb", "sqlite"].map { folder.appending(path: $0) }
        for folder in folders { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
        container = try StoreWorkloads.open(folders[0])
        pool = try StoreWorkloads.openPool(folders[1])
        database = SQLiteDatabase(folders[2])
        let context = container.newBackgroundContext()
        try context.performAndWait {
            StoreWorkloads.insert(0..<count, into: context)
            try context.save()
        }
        try pool.write { for number in 0..<count { try ItemRecord(number).insert($0) } }
        database.run(ItemValues.table)
        database.insert(0..<count)
    }

    deinit {
        container.close()
        try? pool.close()
        try? FileManager.default.removeItem(at: folder)
    }
}

// All rows, in the order of their numbers. What was found is let go of outside of the time that is taken.
extension StoreWorkloads {
    /// As snapshots.
    public static func fetchSnapshots(_ count: Int) -> Double {
        let context = FilledStores.with(count).container.newBackgroundContext()
        return trying {
            try context.performAndWait {
                _ = try context.fetchSnapshots(FetchRequest<Item>(fetchLimit: 1))
                var found = SnapshotList<Item>()
                let time = try nanoseconds {
                    found = try context.fetchSnapshots(FetchRequest<Item>())
                    sum &+= found[found.count / 2].minutes
                }
                return withExtendedLifetime(found) { time }
            }
        }
    }

    /// As snapshots, of each of which all five attributes are read.
    public static func fetchAndReadSnapshots(_ count: Int) -> Double {
        let context = FilledStores.with(count).container.newBackgroundContext()
        return trying {
            try context.performAndWait {
                _ = try context.fetchSnapshots(FetchRequest<Item>(fetchLimit: 1))
                return try nanoseconds {
                    for item in try context.fetchSnapshots(FetchRequest<Item>()) {
                        sum &+= item.name.utf8.count &+ item.notes.utf8.count &+ item.minutes
                        sum &+= Int(item.dueDate.timeIntervalSinceReferenceDate) &+ (item.isDone ? 1 : 0)
                    }
                }
            }
        }
    }

    /// As managed objects that the context does not know yet.
    public static func fetchObjects(_ count: Int) -> Double {
        let context = FilledStores.with(count).container.newBackgroundContext()
        return trying {
            try context.performAndWait {
                _ = try context.fetch(FetchRequest<Item>(fetchLimit: 1))
                var found: [Item] = []
                let time = try nanoseconds {
                    found = try context.fetch(FetchRequest<Item>())
                    sum &+= found[found.count / 2].minutes
                }
                return withExtendedLifetime(found) { time }
            }
        }
    }

    /// As managed objects that the context knows already.
    public static func fetchKnownObjects(_ count: Int) -> Double {
        let context = FilledStores.with(count).container.newBackgroundContext()
        return trying {
            try context.performAndWait {
                let known = try context.fetch(FetchRequest<Item>())
                let time = try nanoseconds { sum &+= try context.fetch(FetchRequest<Item>()).count }
                return withExtendedLifetime(known) { time }
            }
        }
    }

    /// As records.
    public static func fetchWithGRDB(_ count: Int) -> Double {
        let pool = FilledStores.with(count).pool
        return trying {
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
        let database = FilledStores.with(count).database
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
