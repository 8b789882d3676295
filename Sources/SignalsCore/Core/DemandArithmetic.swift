extension Subscribers.Demand {
    /// Returns the sum. Unlimited plus anything is unlimited, and so is a sum past `Int.max`.
    ///
    /// The rules of this operator and of the others are those that Combine documents.
    @inlinable
    public static func + (lhs: Self, rhs: Self) -> Self {
        // Only unlimited plus unlimited would wrap.
        if lhs == .unlimited { return .unlimited }
        return Self(rawValue: Swift.min(lhs.rawValue &+ rhs.rawValue, Self.unlimited.rawValue))
    }

    /// Adds the second demand to the first.
    @inlinable
    public static func += (lhs: inout Self, rhs: Self) {
        lhs = lhs + rhs
    }

    /// Returns the sum with a number of values. A negative number is subtracted, down to zero at the least.
    @inlinable
    public static func + (lhs: Self, rhs: Int) -> Self {
        rhs < 0 ? lhs - Self(rawValue: rhs.magnitude) : lhs + Self(rawValue: rhs.magnitude)
    }

    /// Adds a number of values.
    @inlinable
    public static func += (lhs: inout Self, rhs: Int) {
        lhs = lhs + rhs
    }

    /// Returns the product with a factor: unlimited if it is past `Int.max`, zero if it is negative. Unlimited times
    /// anything is unlimited.
    @inlinable
    public static func * (lhs: Self, rhs: Int) -> Self {
        if lhs == .unlimited { return .unlimited }
        if rhs < 0 { return .none }
        let (product, overflow) = lhs.rawValue.multipliedReportingOverflow(by: rhs.magnitude)
        return overflow ? .unlimited : Self(rawValue: Swift.min(product, Self.unlimited.rawValue))
    }

    /// Multiplies by a factor.
    @inlinable
    public static func *= (lhs: inout Self, rhs: Int) {
        lhs = lhs * rhs
    }

    /// Returns the difference, zero at the least. Unlimited minus anything is unlimited.
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

    /// Returns the difference to a number of values, zero at the least. A negative number is added.
    @inlinable
    public static func - (lhs: Self, rhs: Int) -> Self {
        rhs < 0 ? lhs + Self(rawValue: rhs.magnitude) : lhs - Self(rawValue: rhs.magnitude)
    }

    /// Subtracts a number of values.
    @inlinable
    public static func -= (lhs: inout Self, rhs: Int) {
        lhs = lhs - rhs
    }
}
