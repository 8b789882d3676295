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

        /// Returns the distance to another moment; to and from `.distantFuture` it is the longest there is.
        ///
        /// - Parameter other: the other moment.
        public func distance(to other: SchedulerTimeType) -> Stride {
            let (start, end) = (dispatchTime.uptimeNanoseconds, other.dispatchTime.uptimeNanoseconds)
            return end >= start ? .nanoseconds(Int(clamping: end - start)) : -.nanoseconds(Int(clamping: start - end))
        }

        /// Returns the moment after a stretch of time; `.distantFuture` if it is too far to be counted.
        ///
        /// Nothing is before the machine's start, and nothing is after `.distantFuture`, from which no stretch goes
        /// back.
        ///
        /// - Parameter n: the stretch of time.
        public func advanced(by n: Stride) -> SchedulerTimeType {
            let start = dispatchTime.uptimeNanoseconds
            if start > Self.last || n.magnitude == .max { return SchedulerTimeType(.distantFuture) }
            let end = Nanoseconds.sum(Int(start), n.magnitude)
            return SchedulerTimeType(
                end == .max ? .distantFuture : DispatchTime(uptimeNanoseconds: UInt64(max(end, 1))))
        }

        /// The last moment that can be counted. Dispatch takes what is after it for calendar time.
        private static let last = UInt64(Int.max - 1)

        /// Feeds the moment to the hasher.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(dispatchTime.rawValue)
        }
    }
}

extension DispatchQueue.SchedulerTimeType {
    /// A stretch of time, to the nanosecond. A stretch that does not fit becomes the longest possible one, 292 years.
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

        /// A number of seconds, as a literal is, if it fits.
        ///
        /// - Parameter source: the number of seconds; of more than 292 years the result is nil.
        public init?<T: BinaryInteger>(exactly source: T) {
            guard let value = Nanoseconds.of(exactSeconds: source) else { return nil }
            self.init(nanoseconds: value)
        }

        /// The stretch as Dispatch has it.
        public var timeInterval: DispatchTimeInterval { .nanoseconds(magnitude) }
    }
}

extension DispatchQueue.SchedulerTimeType.Stride {
    /// Returns true if the first is shorter.
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.magnitude < rhs.magnitude }

    /// The product of both as numbers of seconds: `.milliseconds(100) * 2` is 200 milliseconds.
    public static func * (lhs: Self, rhs: Self) -> Self {
        Self(nanoseconds: Nanoseconds.product(lhs.magnitude, rhs.magnitude))
    }

    /// The sum.
    public static func + (lhs: Self, rhs: Self) -> Self {
        Self(nanoseconds: Nanoseconds.sum(lhs.magnitude, rhs.magnitude))
    }

    /// The difference.
    public static func - (lhs: Self, rhs: Self) -> Self {
        Self(nanoseconds: Nanoseconds.difference(lhs.magnitude, rhs.magnitude))
    }

    /// Multiplies.
    public static func *= (lhs: inout Self, rhs: Self) { lhs = lhs * rhs }

    /// Returns a number of seconds.
    public static func seconds(_ s: Int) -> Self { Self(nanoseconds: Nanoseconds.of(s, units: 1_000_000_000)) }

    /// Returns a number of seconds.
    public static func seconds(_ s: Double) -> Self { Self(nanoseconds: Nanoseconds.of(seconds: s)) }

    /// Returns a number of milliseconds.
    public static func milliseconds(_ ms: Int) -> Self { Self(nanoseconds: Nanoseconds.of(ms, units: 1_000_000)) }

    /// Returns a number of microseconds.
    public static func microseconds(_ us: Int) -> Self { Self(nanoseconds: Nanoseconds.of(us, units: 1_000)) }

    /// Returns a number of nanoseconds.
    public static func nanoseconds(_ ns: Int) -> Self { Self(nanoseconds: ns) }
}
