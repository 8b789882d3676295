import CSQLite
import Foundation
import SignalsSQL
import SignalsStoreCore

/// Orders texts in SQLite as Swift and Foundation order them.
enum SQLiteCollations {
    static func add(to database: OpaquePointer) {
        add(SQLiteDialect.textCollation, to: database) { _, leftCount, left, rightCount, right in
            sign(ByteOrder.compareTexts(bytes(left, leftCount), bytes(right, rightCount)))
        }
        add(SQLiteDialect.decimalCollation, to: database) { _, leftCount, left, rightCount, right in
            sign(ByteOrder.compareDecimals(bytes(left, leftCount), bytes(right, rightCount)))
        }
        add(SQLiteDialect.decimalSortCollation, to: database) { _, leftCount, left, rightCount, right in
            sign(ByteOrder.sortDecimals(bytes(left, leftCount), bytes(right, rightCount)))
        }
        #if canImport(Darwin)
            addFoundationsOrders(to: database)
        #endif
        sqlite3_collation_needed(database, nil) { _, database, _, name in
            guard let database, let name else { return }
            SQLiteCollations.add(String(cString: name), ofLocaleTo: database)
        }
    }

    /// Adds a collation that a statement names.
    private static func add(_ name: String, ofLocaleTo database: OpaquePointer) {
        guard name.hasPrefix(SQLiteDialect.localePrefix) else { return }
        // Kept for good, as the order is that it refers to.
        let collation = Collation.named(String(name.dropFirst(SQLiteDialect.localePrefix.count)))
        let context = Unmanaged.passUnretained(collation).toOpaque()
        sqlite3_create_collation_v2(
            database, name, SQLITE_UTF8, context,
            { context, leftCount, left, rightCount, right in
                guard let context else { return 0 }
                let collation = Unmanaged<Collation>.fromOpaque(context).takeUnretainedValue()
                return sign(ByteOrder.compare(bytes(left, leftCount), bytes(right, rightCount), collation))
            }, nil)
    }

    #if canImport(Darwin)
        private static func addFoundationsOrders(to database: OpaquePointer) {
            add(SQLiteDialect.name(of: .lexical), to: database) { _, leftCount, left, rightCount, right in
                sign(ByteOrder.compare(bytes(left, leftCount), bytes(right, rightCount), .lexical))
            }
            add(SQLiteDialect.name(of: .localized), to: database) { _, leftCount, left, rightCount, right in
                sign(ByteOrder.compare(bytes(left, leftCount), bytes(right, rightCount), .localized))
            }
            add(SQLiteDialect.name(of: .localizedStandard), to: database) { _, leftCount, left, rightCount, right in
                sign(ByteOrder.compare(bytes(left, leftCount), bytes(right, rightCount), .localizedStandard))
            }
        }
    #endif

    private typealias Comparison =
        @convention(c) (
            UnsafeMutableRawPointer?, Int32, UnsafeRawPointer?, Int32, UnsafeRawPointer?
        ) -> Int32

    private static func add(_ name: String, to database: OpaquePointer, _ comparison: Comparison) {
        sqlite3_create_collation_v2(database, name, SQLITE_UTF8, nil, comparison, nil)
    }
}

private func bytes(_ start: UnsafeRawPointer?, _ count: Int32) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: start?.assumingMemoryBound(to: UInt8.self), count: Int(count))
}

/// An order as SQLite takes it: a difference of lengths may have more bits than it has.
private func sign(_ order: Int) -> Int32 { Int32(order.signum()) }
