import Foundation

/// A type of attribute whose values can be added up in a store.
public protocol SummableValue: AttributeValue {
    /// The type of a sum, which has room for many values, so that eight-bit integers add up to an `Int`.
    associatedtype Sum: AttributeValue & AdditiveArithmetic
    /// The type of an average.
    associatedtype Average: AttributeValue
}

extension Int: SummableValue {
    /// The type itself.
    public typealias Sum = Int
    /// `Double`.
    public typealias Average = Double
}

extension Int8: SummableValue {
    /// `Int`.
    public typealias Sum = Int
    /// `Double`.
    public typealias Average = Double
}

extension Int16: SummableValue {
    /// `Int`.
    public typealias Sum = Int
    /// `Double`.
    public typealias Average = Double
}

extension Int32: SummableValue {
    /// `Int`.
    public typealias Sum = Int
    /// `Double`.
    public typealias Average = Double
}

extension Int64: SummableValue {
    /// The type itself.
    public typealias Sum = Int64
    /// `Double`.
    public typealias Average = Double
}

extension UInt: SummableValue {
    /// The type itself.
    public typealias Sum = UInt
    /// `Double`.
    public typealias Average = Double
}

extension UInt8: SummableValue {
    /// `UInt`.
    public typealias Sum = UInt
    /// `Double`.
    public typealias Average = Double
}

extension UInt16: SummableValue {
    /// `UInt`.
    public typealias Sum = UInt
    /// `Double`.
    public typealias Average = Double
}

extension UInt32: SummableValue {
    /// `UInt`.
    public typealias Sum = UInt
    /// `Double`.
    public typealias Average = Double
}

extension UInt64: SummableValue {
    /// The type itself.
    public typealias Sum = UInt64
    /// `Double`.
    public typealias Average = Double
}

extension Double: SummableValue {
    /// The type itself.
    public typealias Sum = Double
    /// The type itself.
    public typealias Average = Double
}

extension Float: SummableValue {
    /// `Double`.
    public typealias Sum = Double
    /// `Double`.
    public typealias Average = Double
}

extension Decimal: SummableValue {
    /// The type itself, which is exact up to 38 digits.
    public typealias Sum = Decimal
    /// The type itself.
    public typealias Average = Decimal
}

extension Optional: SummableValue where Wrapped: SummableValue {
    /// The sum of the wrapped type: nil is left out.
    public typealias Sum = Wrapped.Sum
    /// The average of the wrapped type: nil is left out.
    public typealias Average = Wrapped.Average
}
