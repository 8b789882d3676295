import Foundation

/// Computes one aggregate over values that come one by one. SQLite and the computation in memory share it.
struct Accumulator {
    private let kind: Aggregation.Kind
    private let type: AttributeType
    private var count: Int64 = 0
    private var integers: Int128 = 0
    private var reals = CompensatedSum()
    private var decimals = Decimal(0)
    private var extreme: (value: StoredValue, compared: ComparedValue)?
    private var distinct: Set<ComparedValue> = []

    init(_ kind: Aggregation.Kind, _ type: AttributeType) {
        self.kind = kind
        self.type = type
    }

    mutating func add(_ value: StoredValue) throws {
        if kind == .rows { return count += 1 }
        if value.isNull { return }
        count += 1
        switch kind {
        case .rows, .count: break
        case .countDistinct: distinct.insert(ComparedValue(value, as: type))
        case .sum, .average: try addToSum(value)
        case .minimum: note(value) { $0 < $1 }
        case .maximum: note(value) { $0 > $1 }
        }
    }

    private mutating func addToSum(_ value: StoredValue) throws {
        switch type {
        case .double, .date: reals.add(try Double(storedValue: value))
        case .float: reals.add(Double(try Float(storedValue: value)))
        case .decimal: decimals += try Decimal(storedValue: value)
        case .unsigned64: integers += Int128(try UInt64(storedValue: value))
        default: integers += Int128(try Int64(storedValue: value))
        }
    }

    private mutating func note(_ value: StoredValue, isBetter: (ComparedValue, ComparedValue) -> Bool) {
        if type.isFloating, value.isNaN { return }
        if type == .decimal, value == .text("NaN") { return }
        let compared = ComparedValue(value, as: type)
        if let extreme, !isBetter(compared, extreme.compared) { return }
        extreme = (value, compared)
    }

    /// The aggregate; null for an average, least or greatest value of nothing.
    ///
    /// - Throws: `RowComputation.Failure` when a sum has no place in its type.
    func result() throws -> StoredValue {
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
        case .decimal: return decimals.storedValue()
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
        case .decimal: (decimals / Decimal(count)).storedValue()
        default: (Double(integers) / Double(count)).storedValue()
        }
    }
}

/// A sum of floating-point numbers that keeps what rounding takes away (Neumaier's), so that it hardly depends on their
/// order.
private struct CompensatedSum {
    private var sum = 0.0
    private var lost = 0.0

    mutating func add(_ number: Double) {
        let next = sum + number
        lost += abs(sum) >= abs(number) ? (sum - next) + number : (number - next) + sum
        sum = next
    }

    /// Where something was infinite, what was lost is no number.
    var total: Double { sum.isFinite ? sum + lost : sum }
}
