import Foundation
import SignalsStoreCore

/// The values of a statement's parameters with their types, in binary format in one array.
struct Parameters: Sendable {
    private var bytes: [UInt8] = []
    private var extents: [Extent] = []
    private(set) var types: [UInt32] = []
    /// True if one is a list of many values.
    private(set) var hasLongList = false

    /// The least number of values of a long list. A generic plan assumes ten.
    private static let longList: Int32 = 100

    private struct Extent: Sendable {
        let start: Int
        /// Negative for null.
        let count: Int
    }

    var count: Int { types.count }
    var byteCount: Int { bytes.count }

    /// Adds a value and returns its placeholder; nil if it is not of the type.
    mutating func add(_ value: StoredValue, as type: AttributeType) -> String? {
        append(value, as: type) ? Self.placeholder(count, type) : nil
    }

    /// Adds a value of a statement whose text is known; false if it is not of the type.
    mutating func append(_ value: StoredValue, as type: AttributeType) -> Bool {
        let start = bytes.count
        guard PostgresValue.append(value, as: type, to: &bytes) else { return false }
        append(start + 4, isNull: value.isNull, type.column.rawValue)
        return true
    }

    /// The placeholder of a parameter: the first is number 1.
    static func placeholder(_ number: Int, _ type: AttributeType) -> String { "$\(number)::\(type.column.name)" }

    mutating func add(_ integer: Int64) -> String { add(.integer(integer), as: .integer64) ?? "NULL" }

    mutating func add(_ text: String) -> String { add(.text(text), as: .codable) ?? "NULL" }

    mutating func add(_ identifier: UUID) -> String { add(identifier.storedValue(), as: .uuid) ?? "NULL" }

    /// Adds a list of values and returns the array's placeholder. Values that are not of the type are left out.
    mutating func add(list values: some Sequence<StoredValue>, as type: AttributeType) -> String {
        add(listOf: type) { bytes in
            values.reduce(0) { $0 + (PostgresValue.append($1, as: type, to: &bytes) ? 1 : 0) }
        }
    }

    /// Adds a list and returns the array's placeholder.
    ///
    /// - Parameter fill: appends the values, each with its length, and returns their number.
    mutating func add(listOf type: AttributeType, _ fill: (inout [UInt8]) -> Int32) -> String {
        let start = bytes.count
        bytes.append(bigEndian: Int32(1))
        // There may be nulls.
        bytes.append(bigEndian: Int32(1))
        bytes.append(bigEndian: type.column.rawValue)
        let countOffset = bytes.count
        bytes.append(bigEndian: Int32(0))
        bytes.append(bigEndian: Int32(1))
        let count = fill(&bytes)
        if count >= Self.longList { hasLongList = true }
        if count == 0 {
            // An empty array has no dimensions.
            bytes.removeSubrange((start + 12)...)
            bytes.replace(at: start, bigEndian: Int32(0))
        } else {
            bytes.replace(at: countOffset, bigEndian: count)
        }
        append(start, isNull: false, type.column.arrayNumber)
        return Self.placeholder(self.count, type) + "[]"
    }

    /// Adds the values of a column of rows and returns the array's placeholder; nil if one is not of the type.
    mutating func add(column values: [StoredValue], as type: AttributeType) -> String? {
        var scratch: [UInt8] = []
        for value in values {
            scratch.removeAll(keepingCapacity: true)
            guard PostgresValue.append(value, as: type, to: &scratch) else { return nil }
        }
        return add(list: values, as: type)
    }

    mutating func add(numbers: some Sequence<Int64>) -> String {
        add(list: numbers.lazy.map(StoredValue.integer), as: .integer64)
    }

    private mutating func append(_ start: Int, isNull: Bool, _ type: UInt32) {
        extents.append(Extent(start: start, count: isNull ? -1 : bytes.count - start))
        types.append(type)
    }

    /// Calls `body` with libpq's arguments: the number of parameters, and their values, lengths and formats.
    func withPointers<Result>(
        _ body: (
            Int32, UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?
        ) -> Result
    ) -> Result {
        let lengths = extents.map { Int32(max(0, $0.count)) }
        let formats = [Int32](repeating: 1, count: extents.count)
        // An empty value needs an address too.
        return (bytes + [0]).withUnsafeBytes { memory in
            let pointers = extents.map { extent in
                extent.count < 0
                    ? nil : memory.baseAddress.map { ($0 + extent.start).assumingMemoryBound(to: CChar.self) }
            }
            return body(Int32(extents.count), pointers, lengths, formats)
        }
    }
}
