import Foundation

extension OperationQueue {
    /// A moment in the time of operation queues, which is that of the calendar. Combine's `OperationQueue.SchedulerTimeType`.
    public struct SchedulerTimeType: Strideable, Codable, Hashable, Sendable {
        /// The moment as a date.
        public var date: Date

        /// A moment.
        ///
        /// - Parameter date: the moment as a date.
        public init(_ date: Date) {
            self.date = date
        }

        /// Returns the distance to another moment.
        ///
        /// - Parameter other: the other moment.
        public func distance(to other: SchedulerTimeType) -> Stride {
            Stride(other.date.timeIntervalSince(date))
        }

        /// Returns the moment after a stretch of time.
        ///
        /// - Parameter n: the stretch of time.
        public func advanced(by n: Stride) -> SchedulerTimeType {
            SchedulerTimeType(date.addingTimeInterval(n.timeInterval))
        }
    }
}

extension OperationQueue.SchedulerTimeType {
    /// A stretch of time in seconds.
    public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, ExpressibleByFloatLiteral,
        Hashable, Codable, Sendable
    {
        /// The kind of the literal: seconds.
        public typealias FloatLiteralType = TimeInterval

        /// The kind of the literal: seconds.
        public typealias IntegerLiteralType = TimeInterval

        /// The kind of the magnitude: seconds.
        public typealias Magnitude = TimeInterval

        /// The stretch in seconds.
        public var magnitude: TimeInterval

        /// The stretch in seconds.
        public var timeInterval: TimeInterval { magnitude }

        /// A number of seconds.
        ///
        /// - Parameter timeInterval: the number.
        public init(_ timeInterval: TimeInterval) {
            magnitude = timeInterval
        }

        /// A number of seconds.
        public init(floatLiteral value: TimeInterval) {
            self.init(value)
        }

        /// A number of seconds.
        public init(integerLiteral value: TimeInterval) {
            self.init(value)
        }

        /// A number of seconds, if it can be represented.
        ///
        /// - Parameter source: the number of seconds; one that has no exact `Double` makes nil.
        public init?<T: BinaryInteger>(exactly source: T) {
            guard let value = TimeInterval(exactly: source) else { return nil }
            self.init(value)
        }
    }
}

extension OperationQueue.SchedulerTimeType.Stride {
    /// Returns true if the first is shorter.
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.magnitude < rhs.magnitude }

    /// The product in seconds.
    public static func * (lhs: Self, rhs: Self) -> Self { Self(lhs.magnitude * rhs.magnitude) }

    /// The sum.
    public static func + (lhs: Self, rhs: Self) -> Self { Self(lhs.magnitude + rhs.magnitude) }

    /// The difference.
    public static func - (lhs: Self, rhs: Self) -> Self { Self(lhs.magnitude - rhs.magnitude) }

    /// Multiplies.
    public static func *= (lhs: inout Self, rhs: Self) { lhs = lhs * rhs }

    /// Returns a number of seconds.
    public static func seconds(_ s: Int) -> Self { Self(TimeInterval(s)) }

    /// Returns a number of seconds.
    public static func seconds(_ s: Double) -> Self { Self(s) }

    /// Returns a number of milliseconds.
    public static func milliseconds(_ ms: Int) -> Self { Self(TimeInterval(ms) / 1_000) }

    /// Returns a number of microseconds.
    public static func microseconds(_ us: Int) -> Self { Self(TimeInterval(us) / 1_000_000) }

    /// Returns a number of nanoseconds.
    public static func nanoseconds(_ ns: Int) -> Self { Self(TimeInterval(ns) / 1_000_000_000) }
}
