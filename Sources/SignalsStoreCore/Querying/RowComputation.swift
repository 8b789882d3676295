import Foundation

/// The computations of a predicate, on one row's values, exactly as Swift does them.
package enum RowComputation {
    /// A computation that would have stopped the program in Swift.
    package struct Failure: Error, CustomStringConvertible {
        /// The beginning of SQLite's message of such a failure, since it hands on nothing but a text.
        package static let mark = "signals: "

        package let description: String

        package init(description: String) {
            self.description = description
        }
    }

    package static func text(
        _ test: QueryExpression.TextTest, _ left: StoredValue, _ right: StoredValue
    ) throws -> StoredValue {
        guard case .text(let left) = left, case .text(let right) = right else {
            throw Failure(description: "a text was expected")
        }
        switch test {
        case .caseInsensitiveCompare: return .integer(Int64(left.caseInsensitiveCompare(right).rawValue))
        case .localizedCompare: return .integer(Int64(left.localizedCompare(right).rawValue))
        default: return try holds(test, left, right).storedValue()
        }
    }

    private static func holds(_ test: QueryExpression.TextTest, _ left: String, _ right: String) throws -> Bool {
        switch test {
        case .contains: contains(left, right)
        case .startsWith: left.starts(with: right)
        case .endsWith: left.reversed().starts(with: right.reversed())
        case .like: LikePattern(right).matches(left)
        case .matches: try matches(left, right)
        case .localizedStandardContains: left.localizedStandardContains(right)
        case .equalsAnyCase: left.lowercased() == right.lowercased()
        case .containsAnyCase: contains(left.lowercased(), right.lowercased())
        case .startsWithAnyCase: try holds(.startsWith, left.lowercased(), right.lowercased())
        case .endsWithAnyCase: try holds(.endsWith, left.lowercased(), right.lowercased())
        case .likeAnyCase: try holds(.like, left.lowercased(), right.lowercased())
        case .caseInsensitiveCompare: left.caseInsensitiveCompare(right) == .orderedSame
        case .localizedCompare: left.localizedCompare(right) == .orderedSame
        }
    }

    // By characters, as predicates do it; String has a `contains` of its own, from Foundation, that finds no empty text.
    private static func contains<Whole: Collection, Part: Collection>(_ whole: Whole, _ part: Part) -> Bool
    where Whole.Element == Part.Element, Whole.Element: Equatable {
        whole.contains(part)
    }

    private static func matches(_ text: String, _ pattern: String) throws -> Bool {
        guard let regex = try? Regex(pattern) else {
            throw Failure(description: "\(pattern) is not a regular expression")
        }
        return text.contains(regex)
    }

    package static func count(_ value: StoredValue) throws -> StoredValue {
        switch value {
        case .text(let text): return .integer(Int64(text.count))
        case .blob(let data): return .integer(Int64(data.count))
        default: throw Failure(description: "a text was expected")
        }
    }

    /// The value in another type; nil where that would lose something.
    package static func convert(_ from: StoredValue, _ to: StoredValue, _ value: StoredValue) throws -> StoredValue {
        guard case .text(let from) = from, case .text(let to) = to, let from = AttributeType(rawValue: from),
            let to = AttributeType(rawValue: to), let conversion = LosslessConversion(from: from, to: to)
        else { throw Failure(description: "no such conversion") }
        return conversion.convert(value) ?? .null
    }

    package static func unwrap(_ value: StoredValue) throws -> StoredValue {
        guard !value.isNull else { throw Failure(description: "! found nil") }
        return value
    }

    package static func arithmetic(
        _ operation: QueryExpression.ArithmeticOperation, _ type: AttributeType, _ left: StoredValue,
        _ right: StoredValue
    ) throws -> StoredValue {
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
        default: throw Failure(description: "no arithmetic on \(type.rawValue)")
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
        // Foundation 6.3 stops the program when the product is too small for a Decimal.
        case .multiply where left.exponent + right.exponent < -128:
            throw Failure(description: "\(left) and \(right) underflow Decimal")
        case .multiply: return (left * right).storedValue()
        case .divide: return (left / right).storedValue()
        case .remainder: throw Failure(description: "no remainder of Decimal")
        }
    }
}
