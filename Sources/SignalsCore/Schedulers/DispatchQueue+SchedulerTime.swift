import Dispatch

extension DispatchQueue {
    /// A moment in the time of dispatch queues. Combine's `DispatchQueue.SchedulerTimeType`.
    public struct SchedulerTimeType: Strideable, Codable, Hashable, Sendable {
        /// The moment as Dispatch has it.
        public var dispatchTime: DispatchTime

        /// A moment.
        ///
        /// - Parameter time: the moment as Dispatch has it.
        public init(_ time: DispatchTime) {
            dispatchTime = time
        }

        /// Decodes a moment of this machine since its start.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            dispatchTime = DispatchTime(uptimeNanoseconds: try container.decode(UInt64.self))
        }

        /// Encodes the nanoseconds since the machine's start.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(dispatchTime.uptimeNanoseconds)
        }

        /// The distance to another moment.
        ///
        /// - Parameter other: the other moment.
        public func distance(to other: SchedulerTimeType) -> Stride {
            let difference = other.dispatchTime.uptimeNanoseconds.subtractingReportingOverflow(
                dispatchTime.uptimeNanoseconds)
            return .nanoseconds(Int(truncatingIfNeeded: difference.partialValue))
        }

        /// The moment after a stretch of time.
        ///
        /// - Parameter n: the stretch of time.
        public func advanced(by n: Stride) -> SchedulerTimeType {
            SchedulerTimeType(dispatchTime + n.timeInterval)
        }

        /// Feeds the moment to the hasher.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(dispatchTime.rawValue)
        }
    }
}

extension DispatchQueue.SchedulerTimeType {
    /// A stretch of time, to the nanosecond.
    public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, ExpressibleByFloatLiteral,
        Hashable, Codable, Sendable
    {
        /// The kind of the literal: seconds.
        public typealias FloatLiteralType = Double

        /// The kind of the literal: seconds.
        public typealias IntegerLiteralType = Int

        /// The kind of the magnitude: nanoseconds.
        public typealias Magnitude = Int

        /// The stretch in nanoseconds.
        public var magnitude: Int

        init(nanoseconds: Int) {
            magnitude = nanoseconds
        }

        /// A stretch of time from Dispatch; `.never` is the longest there is.
        ///
        /// - Parameter timeInterval: the stretch as Dispatch has it.
        public init(_ timeInterval: DispatchTimeInterval) {
            switch timeInterval {
            case .seconds(let seconds): self = .seconds(seconds)
            case .milliseconds(let milliseconds): self = .milliseconds(milliseconds)
            case .microseconds(let microseconds): self = .microseconds(microseconds)
            case .nanoseconds(let nanoseconds): self = .nanoseconds(nanoseconds)
            default: self = .nanoseconds(.max)
            }
        }

        /// A number of seconds.
        public init(floatLiteral value: Double) {
            self = .seconds(value)
        }

        /// A number of seconds.
        public init(integerLiteral value: Int) {
            self = .seconds(value)
        }

        /// A number of nanoseconds, if it fits.
        public init?<T: BinaryInteger>(exactly source: T) {
            guard let value = Int(exactly: source) else { return nil }
            self.init(nanoseconds: value)
        }

        /// The stretch as Dispatch has it.
        public var timeInterval: DispatchTimeInterval { .nanoseconds(magnitude) }
    }
}

extension DispatchQueue.SchedulerTimeType.Stride {
    /// Whether the first is shorter.
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.magnitude < rhs.magnitude }

    /// The product in nanoseconds.
    public static func * (lhs: Self, rhs: Self) -> Self { Self(nanoseconds: lhs.magnitude * rhs.magnitude) }

    /// The sum.
    public static func + (lhs: Self, rhs: Self) -> Self { Self(nanoseconds: lhs.magnitude + rhs.magnitude) }

    /// The difference.
    public static func - (lhs: Self, rhs: Self) -> Self { Self(nanoseconds: lhs.magnitude - rhs.magnitude) }

    /// Multiplies.
    public static func *= (lhs: inout Self, rhs: Self) { lhs = lhs * rhs }

    /// Adds.
    public static func += (lhs: inout Self, rhs: Self) { lhs = lhs + rhs }

    /// Subtracts.
    public static func -= (lhs: inout Self, rhs: Self) { lhs = lhs - rhs }

    /// A number of seconds.
    public static func seconds(_ s: Int) -> Self { scaled(s, by: 1_000_000_000) }

    /// A number of seconds.
    public static func seconds(_ s: Double) -> Self {
        Self(nanoseconds: Int(exactly: (s * 1_000_000_000).rounded()) ?? (s < 0 ? .min : .max))
    }

    /// A number of milliseconds.
    public static func milliseconds(_ ms: Int) -> Self { scaled(ms, by: 1_000_000) }

    /// A number of microseconds.
    public static func microseconds(_ us: Int) -> Self { scaled(us, by: 1_000) }

    /// A number of nanoseconds.
    public static func nanoseconds(_ ns: Int) -> Self { Self(nanoseconds: ns) }

    /// What does not fit is the longest stretch there is, 292 years.
    private static func scaled(_ value: Int, by factor: Int) -> Self {
        let (product, overflow) = value.multipliedReportingOverflow(by: factor)
        return Self(nanoseconds: overflow ? (value < 0 ? .min : .max) : product)
    }
}
