import Foundation

/// The computations of a predicate, on one row's values, exactly as Swift does them.
enum RowComputation {
    /// A computation that would have stopped the program in Swift.
    struct Failure: Error, CustomStringConvertible {
        /// How SQLite's message of such a failure begins, since it hands on nothing but a text.
        static let mark = "signals: "

        let description: String
    }

    static func text(_ test: StoredValue, _ left: StoredValue, _ right: StoredValue) throws -> StoredValue {
        guard case .text(let name) = test, let test = QueryExpression.TextTest(rawValue: name),
            case .text(let left) = left, case .text(let right) = right
        else { throw Failure(description: "a text was expected") }
        return holds(test, left, right).storedValue()
    }

    private static func holds(_ test: QueryExpression.TextTest, _ left: String, _ right: String) -> Bool {
        switch test {
        case .contains: contains(left, right)
        case .startsWith: left.starts(with: right)
        case .endsWith: left.reversed().starts(with: right.reversed())
        case .like: LikePattern(right).matches(left)
        case .localizedStandardContains: left.localizedStandardContains(right)
        case .equalsAnyCase: left.lowercased() == right.lowercased()
        case .containsAnyCase: holds(.contains, left.lowercased(), right.lowercased())
        case .startsWithAnyCase: holds(.startsWith, left.lowercased(), right.lowercased())
        case .endsWithAnyCase: holds(.endsWith, left.lowercased(), right.lowercased())
        case .likeAnyCase: holds(.like, left.lowercased(), right.lowercased())
        }
    }

    // By characters, as predicates do it; String has a `contains` of its own, from Foundation, that finds no empty text.
    private static func contains<Whole: Collection, Part: Collection>(_ whole: Whole, _ part: Part) -> Bool
    where Whole.Element == Part.Element, Whole.Element: Equatable {
        whole.contains(part)
    }

    static func characterCount(_ text: StoredValue) throws -> StoredValue {
        guard case .text(let text) = text else { throw Failure(description: "a text was expected") }
        return .integer(Int64(text.count))
    }

    /// The value in another type; nil where that would lose something.
    static func convert(_ from: StoredValue, _ to: StoredValue, _ value: StoredValue) throws -> StoredValue {
        guard case .text(let from) = from, case .text(let to) = to, let from = AttributeType(rawValue: from),
            let to = AttributeType(rawValue: to), let conversion = LosslessConversion(from: from, to: to)
        else { throw Failure(description: "no such conversion") }
        return conversion.convert(value) ?? .null
    }

    static func unwrap(_ value: StoredValue) throws -> StoredValue {
        guard !value.isNull else { throw Failure(description: "! found nil") }
        return value
    }

    static func arithmetic(
        _ operation: StoredValue, _ type: StoredValue, _ left: StoredValue, _ right: StoredValue
    ) throws -> StoredValue {
        guard case .text(let operationName) = operation, case .text(let typeName) = type,
            let operation = QueryExpression.ArithmeticOperation(rawValue: operationName),
            let type = AttributeType(rawValue: typeName)
        else { throw Failure(description: "no such arithmetic") }
        switch type {
        case .integer8: return try integers(Int8.self, operation, left, right)
        case .integer16: return try integers(Int16.self, operation, left, right)
        case .integer32: return try integers(Int32.self, operation, left, right)
        case .integer64: return try integers(Int64.self, operation, left, right)
        case .unsigned8: return try integers(UInt8.self, operation, left, right)
        case .unsigned16: return try integers(UInt16.self, operation, left, right)
        case .unsigned32: return try integers(UInt32.self, operation, left, right)
        case .unsigned64: return try integers(UInt64.self, operation, left, right)
        case .double: return try floats(Double.self, operation, left, right)
        case .float: return try floats(Float.self, operation, left, right)
        case .decimal: return try decimals(operation, left, right)
        default: throw Failure(description: "no arithmetic on \(typeName)")
        }
    }

    private static func integers<Integer: FixedWidthInteger & AttributeValue>(
        _: Integer.Type, _ operation: QueryExpression.ArithmeticOperation, _ left: StoredValue, _ right: StoredValue
    ) throws -> StoredValue {
        let left = try Integer(storedValue: left)
        let right = try Integer(storedValue: right)
        let (value, overflow) =
            switch operation {
            case .add: left.addingReportingOverflow(right)
            case .subtract: left.subtractingReportingOverflow(right)
            case .multiply: left.multipliedReportingOverflow(by: right)
            case .divide: left.dividedReportingOverflow(by: right)
            case .remainder: left.remainderReportingOverflow(dividingBy: right)
            }
        if overflow, right == 0, operation == .divide || operation == .remainder {
            throw Failure(description: "division by zero")
        }
        if overflow { throw Failure(description: "\(left) and \(right) overflow \(Integer.self)") }
        return try value.storedValue()
    }

    private static func floats<Float: BinaryFloatingPoint & AttributeValue>(
        _: Float.Type, _ operation: QueryExpression.ArithmeticOperation, _ left: StoredValue, _ right: StoredValue
    ) throws -> StoredValue {
        let left = try Float(storedValue: left)
        let right = try Float(storedValue: right)
        switch operation {
        case .add: return try (left + right).storedValue()
        case .subtract: return try (left - right).storedValue()
        case .multiply: return try (left * right).storedValue()
        case .divide: return try (left / right).storedValue()
        case .remainder: throw Failure(description: "no remainder of \(Float.self)")
        }
    }

    private static func decimals(
        _ operation: QueryExpression.ArithmeticOperation, _ left: StoredValue, _ right: StoredValue
    ) throws -> StoredValue {
        let left = try Decimal(storedValue: left)
        let right = try Decimal(storedValue: right)
        switch operation {
        case .add: return (left + right).storedValue()
        case .subtract: return (left - right).storedValue()
        case .multiply: return (left * right).storedValue()
        case .divide: return (left / right).storedValue()
        case .remainder: throw Failure(description: "no remainder of Decimal")
        }
    }
}
