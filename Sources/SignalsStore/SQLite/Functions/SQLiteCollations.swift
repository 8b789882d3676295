import CSQLite
import Foundation

/// Orders texts in SQLite as Swift and Foundation order them.
enum SQLiteCollations {
    static func add(to database: OpaquePointer) {
        add(SQLiteDialect.textCollation, to: database) { _, leftCount, left, rightCount, right in
            SQLiteCollations.compareTexts(Bytes(left, leftCount), Bytes(right, rightCount))
        }
        add(SQLiteDialect.decimalCollation, to: database) { _, leftCount, left, rightCount, right in
            let left = Bytes(left, leftCount).text
            let right = Bytes(right, rightCount).text
            guard let leftDecimal = try? Decimal(storedValue: .text(left)),
                let rightDecimal = try? Decimal(storedValue: .text(right))
            else { return SQLiteCollations.order(left, right) }
            return SQLiteCollations.order(leftDecimal, rightDecimal)
        }
        add(SQLiteDialect.name(of: .lexical), to: database) { _, leftCount, left, rightCount, right in
            SQLiteCollations.compare(Bytes(left, leftCount), Bytes(right, rightCount), .lexical)
        }
        #if canImport(Darwin)
            addLocalized(to: database)
        #endif
    }

    #if canImport(Darwin)
        private static func addLocalized(to database: OpaquePointer) {
            add(SQLiteDialect.name(of: .localized), to: database) { _, leftCount, left, rightCount, right in
                SQLiteCollations.compare(Bytes(left, leftCount), Bytes(right, rightCount), .localized)
            }
            add(SQLiteDialect.name(of: .localizedStandard), to: database) { _, leftCount, left, rightCount, right in
                SQLiteCollations.compare(Bytes(left, leftCount), Bytes(right, rightCount), .localizedStandard)
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

    private struct Bytes {
        let buffer: UnsafeBufferPointer<UInt8>

        init(_ start: UnsafeRawPointer?, _ count: Int32) {
            buffer = UnsafeBufferPointer(start: start?.assumingMemoryBound(to: UInt8.self), count: Int(count))
        }

        var text: String { String(decoding: buffer, as: UTF8.self) }

        /// Whether the text is its own canonical form: no scalar from U+0300 up, the first that combines.
        var isNormal: Bool { buffer.allSatisfy { $0 < 0xCC } }
    }

    // Swift orders strings by the scalars of their canonical form, which in UTF-8 is the order of the bytes.
    private static func compareTexts(_ left: Bytes, _ right: Bytes) -> Int32 {
        guard left.isNormal, right.isNormal else { return order(left.text, right.text) }
        let common = min(left.buffer.count, right.buffer.count)
        if common > 0 {
            let difference = memcmp(left.buffer.baseAddress!, right.buffer.baseAddress!, common)
            if difference != 0 { return difference }
        }
        return order(left.buffer.count, right.buffer.count)
    }

    private static func compare(_ left: Bytes, _ right: Bytes, _ comparator: String.StandardComparator) -> Int32 {
        switch comparator.compare(left.text, right.text) {
        case .orderedAscending: -1
        case .orderedSame: 0
        case .orderedDescending: 1
        }
    }

    private static func order<Value: Comparable>(_ left: Value, _ right: Value) -> Int32 {
        left < right ? -1 : left == right ? 0 : 1
    }
}
