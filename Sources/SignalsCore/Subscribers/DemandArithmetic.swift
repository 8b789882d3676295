extension Subscribers.Demand {
    /// The sum. Unlimited plus anything is unlimited, and so is a sum past `Int.max`.
    @inlinable
    public static func + (lhs: Self, rhs: Self) -> Self {
        let sum = lhs.rawValue &+ rhs.rawValue
        return Self(rawValue: Swift.min(sum, Self.unlimited.rawValue))
    }

    /// Adds the second demand to the first.
    @inlinable
    public static func += (lhs: inout Self, rhs: Self) {
        lhs = lhs + rhs
    }

    /// The sum with a number of values, which must not be negative.
    @inlinable
    public static func + (lhs: Self, rhs: Int) -> Self {
        lhs + .max(rhs)
    }

    /// Adds a number of values, which must not be negative.
    @inlinable
    public static func += (lhs: inout Self, rhs: Int) {
        lhs = lhs + rhs
    }

    /// The product with a factor, which must not be negative. A product past `Int.max` is unlimited.
    @inlinable
    public static func * (lhs: Self, rhs: Int) -> Self {
        if lhs == .unlimited { return .unlimited }
        let (product, overflow) = lhs.rawValue.multipliedReportingOverflow(by: Self.max(rhs).rawValue)
        return overflow ? .unlimited : Self(rawValue: Swift.min(product, Self.unlimited.rawValue))
    }

    /// Multiplies by a factor, which must not be negative.
    @inlinable
    public static func *= (lhs: inout Self, rhs: Int) {
        lhs = lhs * rhs
    }

    /// The difference, zero at the least. Unlimited minus anything is unlimited.
    @inlinable
    public static func - (lhs: Self, rhs: Self) -> Self {
        if lhs == .unlimited { return .unlimited }
        return Self(rawValue: lhs.rawValue > rhs.rawValue ? lhs.rawValue - rhs.rawValue : 0)
    }

    /// Subtracts the second demand from the first.
    @inlinable
    public static func -= (lhs: inout Self, rhs: Self) {
        lhs = lhs - rhs
    }

    /// The difference to a number of values, zero at the least. The number must not be negative.
    @inlinable
    public static func - (lhs: Self, rhs: Int) -> Self {
        lhs - .max(rhs)
    }

    /// Subtracts a number of values, which must not be negative.
    @inlinable
    public static func -= (lhs: inout Self, rhs: Int) {
        lhs = lhs - rhs
    }
}
