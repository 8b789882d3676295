import Foundation

/// The orders of values by their stored bytes, from which a string is made only if needed: negative if the left one
/// comes first.
package enum ByteOrder {
    package typealias Bytes = UnsafeBufferPointer<UInt8>

    /// The order of two texts.
    package static func compare(_ left: Bytes, _ right: Bytes, by order: TextOrder) -> Int {
        if case .collated(let collation) = order { return compare(left, right, collation) }
        if let comparator = order.comparator { return compare(left, right, comparator) }
        return compareTexts(left, right)
    }

    /// The order of two texts for people, with that of ``compareTexts(_:_:)`` where it says that they are the same.
    package static func compare(_ left: Bytes, _ right: Bytes, _ collation: Collation) -> Int {
        let order = collation.order(left, right)
        return order == .orderedSame ? compareTexts(left, right) : order.rawValue
    }

    package static func compare(_ left: Bytes, _ right: Bytes, _ comparator: String.StandardComparator) -> Int {
        comparator.compare(text(left), text(right)).rawValue
    }

    /// Swift's order of two texts: by the bytes of their normal form.
    package static func compareTexts(_ left: Bytes, _ right: Bytes) -> Int {
        guard NormalForm.isCertain(left), NormalForm.isCertain(right) else {
            let (left, right) = (NormalForm.composed(text(left)), NormalForm.composed(text(right)))
            return left.utf8.elementsEqual(right.utf8) ? 0 : left.utf8.lexicographicallyPrecedes(right.utf8) ? -1 : 1
        }
        return compareBytes(left, right)
    }

    /// The order of two decimals by their value, as `<` says: NaN comes before every number.
    package static func compareDecimals(_ left: Bytes, _ right: Bytes) -> Int {
        compareDecimals(left, right) { order($0, $1) }
    }

    /// The order in which rows are sorted by two decimals: NaN comes after every number.
    package static func sortDecimals(_ left: Bytes, _ right: Bytes) -> Int {
        compareDecimals(left, right) { left, right in
            left.isNaN == right.isNaN ? order(left, right) : left.isNaN ? 1 : -1
        }
    }

    private static func compareDecimals(
        _ left: Bytes, _ right: Bytes, _ order: (Decimal, Decimal) -> Int
    ) -> Int {
        if let left = DecimalDigits(left), let right = DecimalDigits(right) {
            return DecimalDigits.compare(left, right)
        }
        let (left, right) = (text(left), text(right))
        guard let leftDecimal = try? Decimal(storedValue: .text(left)),
            let rightDecimal = try? Decimal(storedValue: .text(right))
        else { return Self.order(left, right) }
        return order(leftDecimal, rightDecimal)
    }

    package static func compareBytes(_ left: Bytes, _ right: Bytes) -> Int {
        if let leftStart = left.baseAddress, let rightStart = right.baseAddress {
            let difference = memcmp(leftStart, rightStart, min(left.count, right.count))
            if difference != 0 { return Int(difference) }
        }
        return left.count - right.count
    }

    /// True if two texts consist of the same bytes.
    package static func areSame(_ left: String, _ right: String) -> Bool {
        var (left, right) = (left, right)
        return left.utf8.count == right.utf8.count
            && left.withUTF8 { left in right.withUTF8 { compareBytes(left, $0) == 0 } }
    }

    private static func text(_ bytes: Bytes) -> String { String(decoding: bytes, as: UTF8.self) }

    private static func order<Value: Comparable>(_ left: Value, _ right: Value) -> Int {
        left < right ? -1 : left == right ? 0 : 1
    }
}
