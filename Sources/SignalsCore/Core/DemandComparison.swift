extension Subscribers.Demand {
    /// The demand as a number to compare with, unlimited being more than any.
    @inlinable
    func isOrdered(_ ordered: (UInt, UInt) -> Bool, _ value: Int) -> Bool {
        value < 0 ? ordered(1, 0) : ordered(rawValue, UInt(value))
    }

    /// Whether the demand is for more than the given number of values.
    @inlinable
    public static func > (lhs: Self, rhs: Int) -> Bool { lhs.isOrdered(>, rhs) }

    /// Whether the demand is for at least the given number of values.
    @inlinable
    public static func >= (lhs: Self, rhs: Int) -> Bool { lhs.isOrdered(>=, rhs) }

    /// Whether the demand is for fewer than the given number of values.
    @inlinable
    public static func < (lhs: Self, rhs: Int) -> Bool { lhs.isOrdered(<, rhs) }

    /// Whether the demand is for at most the given number of values.
    @inlinable
    public static func <= (lhs: Self, rhs: Int) -> Bool { lhs.isOrdered(<=, rhs) }

    /// Whether the demand is for exactly the given number of values.
    @inlinable
    public static func == (lhs: Self, rhs: Int) -> Bool { lhs.isOrdered(==, rhs) }

    /// Whether the demand is for another number of values.
    @inlinable
    public static func != (lhs: Self, rhs: Int) -> Bool { lhs.isOrdered(!=, rhs) }

    /// Whether the number is more than what the demand asks for.
    @inlinable
    public static func > (lhs: Int, rhs: Self) -> Bool { rhs < lhs }

    /// Whether the number is at least what the demand asks for.
    @inlinable
    public static func >= (lhs: Int, rhs: Self) -> Bool { rhs <= lhs }

    /// Whether the number is less than what the demand asks for.
    @inlinable
    public static func < (lhs: Int, rhs: Self) -> Bool { rhs > lhs }

    /// Whether the number is at most what the demand asks for.
    @inlinable
    public static func <= (lhs: Int, rhs: Self) -> Bool { rhs >= lhs }

    /// Whether the number is exactly what the demand asks for.
    @inlinable
    public static func == (lhs: Int, rhs: Self) -> Bool { rhs == lhs }

    /// Whether the number is another than what the demand asks for.
    @inlinable
    public static func != (lhs: Int, rhs: Self) -> Bool { rhs != lhs }
}
