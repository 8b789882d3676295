extension Subscribers.Demand {
    /// Returns true if the demand and a number of values are in that order, unlimited being more than any.
    @inlinable
    func isOrdered(_ ordered: (UInt, UInt) -> Bool, _ value: Int) -> Bool {
        value < 0 ? ordered(1, 0) : ordered(rawValue, UInt(value))
    }

    /// Returns true if the demand is for more than the given number of values.
    @inlinable
    public static func > (lhs: Self, rhs: Int) -> Bool { lhs.isOrdered(>, rhs) }

    /// Returns true if the demand is for at least the given number of values.
    @inlinable
    public static func >= (lhs: Self, rhs: Int) -> Bool { lhs.isOrdered(>=, rhs) }

    /// Returns true if the demand is for fewer than the given number of values.
    @inlinable
    public static func < (lhs: Self, rhs: Int) -> Bool { lhs.isOrdered(<, rhs) }

    /// Returns true if the demand is for at most the given number of values.
    @inlinable
    public static func <= (lhs: Self, rhs: Int) -> Bool { lhs.isOrdered(<=, rhs) }

    /// Returns true if the demand is for exactly the given number of values.
    @inlinable
    public static func == (lhs: Self, rhs: Int) -> Bool { lhs.isOrdered(==, rhs) }

    /// Returns true if the demand is for another number of values.
    @inlinable
    public static func != (lhs: Self, rhs: Int) -> Bool { lhs.isOrdered(!=, rhs) }

    /// Returns true if the number is more than the demand asks for.
    @inlinable
    public static func > (lhs: Int, rhs: Self) -> Bool { rhs < lhs }

    /// Returns true if the number is at least what the demand asks for.
    @inlinable
    public static func >= (lhs: Int, rhs: Self) -> Bool { rhs <= lhs }

    /// Returns true if the number is less than the demand asks for.
    @inlinable
    public static func < (lhs: Int, rhs: Self) -> Bool { rhs > lhs }

    /// Returns true if the number is at most what the demand asks for.
    @inlinable
    public static func <= (lhs: Int, rhs: Self) -> Bool { rhs >= lhs }

    /// Returns true if the number is exactly what the demand asks for.
    @inlinable
    public static func == (lhs: Int, rhs: Self) -> Bool { rhs == lhs }

    /// Returns true if the number differs from what the demand asks for.
    @inlinable
    public static func != (lhs: Int, rhs: Self) -> Bool { rhs != lhs }
}
