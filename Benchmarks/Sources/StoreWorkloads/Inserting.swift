import Foundation
import GRDB
import GRDBSQLite
import SignalsStore

// New rows, all in one save: making them, and the save.
extension StoreWorkloads {
    /// By the store.
    public static func insert(_ count: Int) -> Double {
        withFolder { folder in
            let container = try open(folder)
            defer { container.close() }
            let context = container.newBackgroundContext()
            return try context.performAndWait {
                try nanoseconds {
                    for number in 0..<count {
                        let item = Item(context: context)
                        item.name = ItemValues.name(number)
                        item.notes = ItemValues.notes(number)
                        item.dueDate = Date(timeIntervalSinceReferenceDate: ItemValues.dueDate(number))
                        item.minutes = number
                        item.isDone = number.isMultiple(of: 2)
                    }
                    try context.save()
                }
            }
        }
    }

    /// By GRDB, as records.
    public static func insertWithGRDB(_ count: Int) -> Double {
        withFolder { folder in
            let pool = try openPool(folder)
            return try nanoseconds {
                try pool.write { database in
                    for number in 0..<count { try ItemRecord(number).insert(database) }
                }
            }
        }
    }

    static func openPool(_ folder: URL, synchronous: String = "FULL") throws -> DatabasePool {
        let pool = try DatabasePool(path: folder.appending(path: "items.sqlite").path)
        // Afterwards: the pool sets NORMAL when it turns on the write-ahead log.
        let level = try pool.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA synchronous = \(synchronous)")
            return try Int.fetchOne(database, sql: "PRAGMA synchronous")
        }
        guard level == ["OFF", "NORMAL", "FULL"].firstIndex(of: synchronous) else {
            fatalError("GRDB syncs at level \(level ?? -1)")
        }
        try pool.write { try $0.execute(sql: ItemValues.table) }
        return pool
    }

    /// By one prepared statement.
    public static func insertWithSQLite(_ count: Int) -> Double {
        withFolder { folder in
            let database = SQLiteDatabase(folder)
            database.run(ItemValues.table)
            return nanoseconds { database.insert(0..<count) }
        }
    }
}

/// SQLite's C API, used as directly as can be.
final class SQLiteDatabase {
    private(set) var handle: OpaquePointer?

    init(_ folder: URL) {
        sqlite3_open(folder.appending(path: "items.sqlite").path, &handle)
        run("PRAGMA journal_mode = WAL")
        run("PRAGMA synchronous = FULL")
    }

    deinit { sqlite3_close_v2(handle) }

    func run(_ sql: String) {
        guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
            fatalError(String(cString: sqlite3_errmsg(handle)))
        }
    }

    func insert(_ numbers: Range<Int>) {
        run("BEGIN IMMEDIATE")
        var statement: OpaquePointer?
        sqlite3_prepare_v2(handle, "INSERT INTO item VALUES (?, ?, ?, ?, ?, ?, ?)", -1, &statement, nil)
        defer { sqlite3_finalize(statement) }
        for number in numbers {
            sqlite3_bind_int64(statement, 1, Int64(number + 1))
            sqlite3_bind_int64(statement, 2, 1)
            bind(ItemValues.name(number), 3, statement)
            bind(ItemValues.notes(number), 4, statement)
            sqlite3_bind_double(statement, 5, ItemValues.dueDate(number))
            sqlite3_bind_int64(statement, 6, Int64(number))
            sqlite3_bind_int64(statement, 7, number.isMultiple(of: 2) ? 1 : 0)
            guard sqlite3_step(statement) == SQLITE_DONE else { fatalError(String(cString: sqlite3_errmsg(handle))) }
            sqlite3_reset(statement)
        }
        run("COMMIT")
    }

    private func bind(_ text: String, _ position: Int32, _ statement: OpaquePointer?) {
        var text = text
        text.withUTF8 { bytes in
            let start = UnsafeRawPointer(bytes.baseAddress!).assumingMemoryBound(to: CChar.self)
            sqlite3_bind_text(statement, position, start, Int32(bytes.count), Self.copy)
        }
    }

    private static let copy = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
}
