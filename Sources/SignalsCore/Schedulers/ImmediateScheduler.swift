/// A scheduler that runs every action at once, on the thread that schedules it. Combine's `ImmediateScheduler`.
///
/// ```swift
/// publisher.receive(on: ImmediateScheduler.shared)
/// ```
///
/// Delays count for nothing here, so it suits tests.
public struct ImmediateScheduler: Scheduler, Sendable {
    /// There are no options.
    public typealias SchedulerOptions = Never

    /// A moment; all of them are the same.
    public struct SchedulerTimeType: Strideable, Sendable {
        /// Returns the distance to another moment, which is none.
        ///
        /// - Parameter other: the other moment.
        public func distance(to other: SchedulerTimeType) -> Stride {
            Stride(0)
        }

        /// Returns the moment after a stretch of time, which is the same.
        ///
        /// - Parameter n: the stretch of time.
        public func advanced(by n: Stride) -> SchedulerTimeType {
            self
        }
    }

    /// The only scheduler of this kind.
    public static let shared = ImmediateScheduler()

    /// The present moment.
    public var now: SchedulerTimeType { SchedulerTimeType() }

    /// None.
    public var minimumTolerance: SchedulerTimeType.Stride { SchedulerTimeType.Stride(0) }

    /// Runs the action at once, on this thread.
    public func schedule(options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void) {
        action()
    }

    /// Runs the action at once, on this thread.
    public func schedule(
        after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
        _ action: @escaping @Sendable () -> Void
    ) {
        action()
    }

    /// Runs the action once, at once, on this thread.
    ///
    /// - Returns: nothing that could be cancelled any more.
    public func schedule(
        after date: SchedulerTimeType, interval: SchedulerTimeType.Stride, tolerance: SchedulerTimeType.Stride,
        options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        action()
        return Subscriptions.empty
    }
}

extension ImmediateScheduler.SchedulerTimeType {
    /// A stretch of time, which counts for nothing. What does not fit is the greatest number there is.
    public struct Stride: ExpressibleByFloatLiteral, Comparable, SignedNumeric, Codable, Sendable,
        SchedulerTimeIntervalConvertible
    {
        /// The kind of the literal.
        public typealias FloatLiteralType = Double

        /// The kind of the literal.
        public typealias IntegerLiteralType = Int

        /// The kind of the magnitude.
        public typealias Magnitude = Int

        /// The number it was made of.
        public var magnitude: Int

        /// A stretch of time.
        ///
        /// - Parameter value: any number.
        public init(_ value: Int) {
            magnitude = value
        }

        /// A stretch of time.
        public init(integerLiteral value: Int) {
            self.init(value)
        }

        /// A stretch of time.
        public init(floatLiteral value: Double) {
            self.init(Int(exactly: value.rounded(.towardZero)) ?? (value < 0 ? .min : .max))
        }

        /// A stretch of time, if the number fits.
        public init?<T: BinaryInteger>(exactly source: T) {
            guard let value = Int(exactly: source) else { return nil }
            self.init(value)
        }

        /// Returns true if the first is shorter.
        public static func < (lhs: Self, rhs: Self) -> Bool { lhs.magnitude < rhs.magnitude }

        /// The product of the numbers.
        public static func * (lhs: Self, rhs: Self) -> Self {
            let (product, overflow) = lhs.magnitude.multipliedReportingOverflow(by: rhs.magnitude)
            return Self(overflow ? ((lhs.magnitude < 0) == (rhs.magnitude < 0) ? .max : .min) : product)
        }

        /// The sum.
        public static func + (lhs: Self, rhs: Self) -> Self { Self(Nanoseconds.sum(lhs.magnitude, rhs.magnitude)) }

        /// The difference.
        public static func - (lhs: Self, rhs: Self) -> Self {
            Self(Nanoseconds.difference(lhs.magnitude, rhs.magnitude))
        }

        /// Multiplies.
        public static func *= (lhs: inout Self, rhs: Self) { lhs = lhs * rhs }

        /// Returns a number of seconds.
        public static func seconds(_ s: Int) -> Self { Self(0) }

        /// Returns a number of seconds.
        public static func seconds(_ s: Double) -> Self { Self(0) }

        /// Returns a number of milliseconds.
        public static func milliseconds(_ ms: Int) -> Self { Self(0) }

        /// Returns a number of microseconds.
        public static func microseconds(_ us: Int) -> Self { Self(0) }

        /// Returns a number of nanoseconds.
        public static func nanoseconds(_ ns: Int) -> Self { Self(0) }
    }
}
