import CSQLite
import Foundation

/// Orders texts in SQLite as Swift and Foundation order them.
enum SQLiteCollations {
    static func add(to database: OpaquePointer) {
        add(SQLiteDialect.textCollation, to: database) { _, leftCount, left, rightCount, right in
            SQLiteCollations.compareTexts(Bytes(left, leftCount), Bytes(right, rightCount))
        }
        add(SQLiteDialect.decimalCollation, to: database) { _, leftCount, left, rightCount, right in
            SQLiteCollations.compareDecimals(Bytes(left, leftCount), Bytes(right, rightCount))
        }
        #if canImport(Darwin)
            addFoundationsOrders(to: database)
        #endif
        sqlite3_collation_needed(database, nil) { _, database, _, name in
            guard let database, let name else { return }
            SQLiteCollations.add(String(cString: name), ofLocaleTo: database)
        }
    }

    /// How the names of the collations begin that are the orders of locales.
    static let localePrefix = "SIGNALS_LOCALE_"

    /// Adds a collation that a statement names.
    private static func add(_ name: String, ofLocaleTo database: OpaquePointer) {
        guard name.hasPrefix(localePrefix) else { return }
        // Kept for good, as the order is that it refers to.
        let collation = Collation.named(String(name.dropFirst(localePrefix.count)))
        let context = Unmanaged.passUnretained(collation).toOpaque()
        sqlite3_create_collation_v2(
            database, name, SQLITE_UTF8, context,
            { context, leftCount, left, rightCount, right in
                guard let context else { return 0 }
                let collation = Unmanaged<Collation>.fromOpaque(context).takeUnretainedValue()
                return SQLiteCollations.compare(Bytes(left, leftCount), Bytes(right, rightCount), collation)
            }, nil)
    }

    private static func compare(_ left: Bytes, _ right: Bytes, _ collation: Collation) -> Int32 {
        let order = collation.order(left.buffer, right.buffer)
        return order == .orderedSame ? compareTexts(left, right) : Int32(order.rawValue)
    }

    #if canImport(Darwin)
        private static func addFoundationsOrders(to database: OpaquePointer) {
            add(SQLiteDialect.name(of: .lexical), to: database) { _, leftCount, left, rightCount, right in
                SQLiteCollations.compare(Bytes(left, leftCount), Bytes(right, rightCount), .lexical)
            }
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

        init(buffer: UnsafeBufferPointer<UInt8>) { self.buffer = buffer }

        var text: String { String(decoding: buffer, as: UTF8.self) }

        var isNormal: Bool { NormalForm.isCertain(buffer) }
    }

    // As the store orders them, by the bytes of their normal form.
    private static func compareTexts(_ left: Bytes, _ right: Bytes) -> Int32 {
        guard left.isNormal, right.isNormal else {
            let (left, right) = (NormalForm.composed(left.text), NormalForm.composed(right.text))
            return left.utf8.elementsEqual(right.utf8) ? 0 : left.utf8.lexicographicallyPrecedes(right.utf8) ? -1 : 1
        }
        let common = min(left.buffer.count, right.buffer.count)
        if common > 0 {
            let difference = memcmp(left.buffer.baseAddress!, right.buffer.baseAddress!, common)
            if difference != 0 { return difference }
        }
        return order(left.buffer.count, right.buffer.count)
    }

    private static func compareDecimals(_ left: Bytes, _ right: Bytes) -> Int32 {
        guard let leftDecimal = try? Decimal(storedValue: .text(left.text)),
            let rightDecimal = try? Decimal(storedValue: .text(right.text))
        else { return order(left.text, right.text) }
        return order(leftDecimal, rightDecimal)
    }

    private static func compare(_ left: Bytes, _ right: Bytes, _ comparator: String.StandardComparator) -> Int32 {
        switch comparator.compare(left.text, right.text) {
        case .orderedAscending: -1
        case .orderedSame: 0
        case .orderedDescending: 1
        }
    }

    /// The order of two texts; negative when the left one comes first.
    static func compare(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>, by order: TextOrder)
        -> Int
    {
        if case .collated(let collation) = order {
            return Int(compare(Bytes(buffer: left), Bytes(buffer: right), collation))
        }
        if let comparator = order.comparator {
            return Int(compare(Bytes(buffer: left), Bytes(buffer: right), comparator))
        }
        return Int(compareTexts(Bytes(buffer: left), Bytes(buffer: right)))
    }

    static func compareDecimals(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Int {
        Int(compareDecimals(Bytes(buffer: left), Bytes(buffer: right)))
    }

    static func compareBytes(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Int {
        if let leftStart = left.baseAddress, let rightStart = right.baseAddress {
            let difference = memcmp(leftStart, rightStart, min(left.count, right.count))
            if difference != 0 { return Int(difference) }
        }
        return left.count - right.count
    }

    private static func order<Value: Comparable>(_ left: Value, _ right: Value) -> Int32 {
        left < right ? -1 : left == right ? 0 : 1
    }
}
