/// The kind of value that an attribute holds, which decides how a store keeps, compares and orders it.
///
/// The raw value is written into the store beside the data, so a case is never renamed.
public enum AttributeType: String, Sendable, Codable, CaseIterable {
    /// `Bool`.
    case boolean
    /// `Int8`.
    case integer8
    /// `Int16`.
    case integer16
    /// `Int32`.
    case integer32
    /// `Int` and `Int64`.
    case integer64
    /// `UInt8`.
    case unsigned8
    /// `UInt16`.
    case unsigned16
    /// `UInt32`.
    case unsigned32
    /// `UInt` and `UInt64`.
    case unsigned64
    /// `Float`.
    case float
    /// `Double`.
    case double
    /// `String`.
    case string
    /// `Date`.
    case date
    /// `Data`.
    case data
    /// `UUID`.
    case uuid
    /// `URL`.
    case url
    /// `Decimal`.
    case decimal
    /// Any other `Codable` value, kept as JSON.
    case codable
    /// A relationship to one object: the object's number.
    case reference

    /// The range of integers of this type; nil if it is not an integer type.
    package var integerRange: ClosedRange<Int64>? {
        switch self {
        case .integer8: Int64(Int8.min)...Int64(Int8.max)
        case .integer16: Int64(Int16.min)...Int64(Int16.max)
        case .integer32: Int64(Int32.min)...Int64(Int32.max)
        case .integer64: Int64.min...Int64.max
        case .unsigned8: 0...Int64(UInt8.max)
        case .unsigned16: 0...Int64(UInt16.max)
        case .unsigned32: 0...Int64(UInt32.max)
        default: nil
        }
    }

    /// True if values may be NaN, which needs care in comparisons.
    package var isFloating: Bool { self == .double || self == .float || self == .date }
}
