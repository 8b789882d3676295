import Foundation

/// One aggregate over values that are added one by one, and, except for the least and greatest, also removed. SQLite,
/// the computation in memory and live aggregates share it: what they compute does not depend on the values' order.
package struct Accumulator: Sendable {
    private let kind: Aggregation.Kind
    private let type: AttributeType
    private var count: Int64 = 0
    private var integers: Int128 = 0
    private var reals = ExactSum()
    private var decimals = DecimalSum()
    private var extreme: (value: StoredValue, compared: ComparedValue)?
    /// The number of times that each value came.
    private var distinct: [ComparedValue: Int] = [:]

    package init(_ kind: Aggregation.Kind, _ type: AttributeType) {
        self.kind = kind
        self.type = type
    }

    package mutating func add(_ value: StoredValue) throws {
        if kind == .rows { return count += 1 }
        if value.isNull { return }
        count += 1
        switch kind {
        case .rows, .count: break
        case .countDistinct: distinct[ComparedValue(value, as: type), default: 0] += 1
        case .sum, .average: try addToSum(value)
        case .minimum: note(value) { $0 < $1 }
        case .maximum: note(value) { $0 > $1 }
        }
    }

    /// The numbers that a sum or an average adds up as they are.
    package enum Numbers: Sendable { case integers, reals, none }

    package var numbers: Numbers {
        switch (kind, type) {
        case (.sum, .double), (.sum, .date), (.average, .double), (.average, .date): .reals
        case (_, .float), (_, .decimal), (_, .unsigned64): .none
        case (.sum, _), (.average, _): .integers
        default: .none
        }
    }

    /// Adds a number, where `numbers` are integers.
    package mutating func add(integer: Int64) {
        count += 1
        integers += Int128(integer)
    }

    /// Adds a number, where `numbers` are reals.
    package mutating func add(real: Double) {
        count += 1
        reals.add(real)
    }

    private mutating func addToSum(_ value: StoredValue) throws {
        switch type {
        case .double, .date: reals.add(try Double(storedValue: value))
        case .float: reals.add(Double(try Float(storedValue: value)))
        case .decimal: try decimals.add(value)
        default: integers += try integer(value)
        }
    }

    /// Adds what was computed over other values: the parts of the aggregate.
    package mutating func add(parts: some Collection<StoredValue>) throws {
        guard let first = parts.first else { return }
        switch kind {
        case .rows, .count: count += try Int64(storedValue: first)
        case .sum, .average:
            integers += first.isNull ? 0 : try integer(first)
            if kind == .average, let number = parts.dropFirst().first { count += try Int64(storedValue: number) }
        case .minimum, .maximum, .countDistinct: try add(first)
        }
    }

    /// Adds integers of which the sum is known, and how many they are.
    package mutating func add(sum: Int128, of count: Int64) {
        integers += sum
        self.count += count
    }

    private func integer(_ value: StoredValue) throws -> Int128 {
        type == .unsigned64 ? Int128(try UInt64(storedValue: value)) : Int128(try Int64(storedValue: value))
    }

    /// Takes back a value that was added. The new least or greatest value is not found here.
    package mutating func remove(_ value: StoredValue) throws {
        if kind == .rows { return count -= 1 }
        if value.isNull { return }
        count -= 1
        switch kind {
        case .sum, .average: try removeFromSum(value)
        case .countDistinct:
            let compared = ComparedValue(value, as: type)
            let left = distinct[compared, default: 1] - 1
            distinct[compared] = left == 0 ? nil : left
        case .rows, .count, .minimum, .maximum: break
        }
    }

    private mutating func removeFromSum(_ value: StoredValue) throws {
        switch type {
        case .double, .date: reals.remove(try Double(storedValue: value))
        case .float: reals.remove(Double(try Float(storedValue: value)))
        case .decimal: try decimals.remove(value)
        default: integers -= try integer(value)
        }
    }

    private mutating func note(_ value: StoredValue, isBetter: (ComparedValue, ComparedValue) -> Bool) {
        if type.isNotNumber(value) { return }
        let compared = ComparedValue(value, as: type)
        if let extreme, !isBetter(compared, extreme.compared) { return }
        extreme = (value, compared)
    }

    /// The aggregate; null for an average, least or greatest value of nothing.
    ///
    /// - Throws: `RowComputation.Failure` when a sum does not fit its type.
    package func result() throws -> StoredValue {
        switch kind {
        case .rows, .count: .integer(count)
        case .countDistinct: .integer(Int64(distinct.count))
        case .sum: try sum()
        case .average: count == 0 ? .null : average()
        case .minimum, .maximum: extreme?.value ?? .null
        }
    }

    private func sum() throws -> StoredValue {
        switch type {
        case .double, .date, .float: return reals.total.storedValue()
        case .decimal: return decimals.total.storedValue()
        case .unsigned8, .unsigned16, .unsigned32, .unsigned64:
            guard let sum = UInt64(exactly: integers) else { throw overflow(UInt64.self) }
            return sum.storedValue()
        default:
            guard let sum = Int64(exactly: integers) else { throw overflow(Int64.self) }
            return sum.storedValue()
        }
    }

    private func overflow(_ type: Any.Type) -> RowComputation.Failure {
        RowComputation.Failure(description: "the sum \(integers) overflows \(type)")
    }

    private func average() -> StoredValue {
        switch type {
        case .double, .date, .float: (reals.total / Double(count)).storedValue()
        case .decimal: (decimals.total / Decimal(count)).storedValue()
        default: (Double(integers) / Double(count)).storedValue()
        }
    }
}

extension AttributeType {
    /// True if a value of the type is NaN, which is never the least or greatest.
    package func isNotNumber(_ value: StoredValue) -> Bool {
        isFloating ? value.isNaN : self == .decimal && value == .text("NaN")
    }
}
