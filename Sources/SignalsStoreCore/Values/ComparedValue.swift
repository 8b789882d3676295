import Foundation

/// A stored value as Swift compares it: two values are equal here when the attribute's values are.
///
/// Nil equals nil, and NaN equals NaN, whatever its bits, so that both can be keys. In order, nil comes first, then
/// numbers, NaN, texts, and last bytes, which stand for integers above `Int64.max` too.
package enum ComparedValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case decimal(Decimal)
    case notANumber
    /// In normal form, which is then not made for each comparison.
    case text(String)
    case bytes(Data)

    package init(_ value: StoredValue, as type: AttributeType) {
        switch (value, type) {
        case (.null, _): self = .null
        case (.integer(let integer), _): self = .integer(integer)
        case (.real(let real), _): self = .real(real)
        case (.text(let text), .string): self = .text(NormalForm.composed(text))
        case (.text(let text), .decimal):
            let decimal = try? Decimal(storedValue: value)
            self = decimal.map { $0.isNaN ? .notANumber : .decimal($0) } ?? .text(text)
        case (.text(let text), _): self = .bytes(Data(text.utf8))
        case (.blob, .double), (.blob, .float), (.blob, .date): self = .notANumber
        case (.blob(let data), _): self = .bytes(data)
        }
    }

    func storedValue(as type: AttributeType) -> StoredValue {
        switch self {
        case .null: .null
        case .integer(let integer): .integer(integer)
        case .real(let real): .real(real)
        case .decimal(let decimal): decimal.storedValue()
        case .notANumber where type == .decimal: Decimal.nan.storedValue()
        case .notANumber: type == .float ? Float.nan.storedValue() : Double.nan.storedValue()
        case .text(let text): .text(text)
        case .bytes(let data) where type == .url || type == .codable: .text(String(decoding: data, as: UTF8.self))
        case .bytes(let data): .blob(data)
        }
    }

    private var rank: Int {
        switch self {
        case .null: 0
        case .integer, .real, .decimal: 1
        case .notANumber: 2
        case .text: 3
        case .bytes: 4
        }
    }
}

extension ComparedValue: Comparable {
    package static func < (left: ComparedValue, right: ComparedValue) -> Bool {
        switch (left, right) {
        case (.integer(let left), .integer(let right)): left < right
        case (.real(let left), .real(let right)): left < right
        case (.decimal(let left), .decimal(let right)): left < right
        case (.text(let left), .text(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
        case (.bytes(let left), .bytes(let right)): left.lexicographicallyPrecedes(right)
        default: left.rank < right.rank
        }
    }
}
