import SignalsCore

/// A moment in the time of a ``TestScheduler``, counted from its start.
public struct VirtualTime: Strideable, Hashable, Codable, Sendable {
    /// The time since the start.
    public var sinceStart: Stride

    /// A moment.
    ///
    /// - Parameter sinceStart: the time since the start.
    public init(_ sinceStart: Stride = .nanoseconds(0)) {
        self.sinceStart = sinceStart
    }

    /// Returns the distance to another moment.
    ///
    /// - Parameter other: the other moment.
    public func distance(to other: VirtualTime) -> Stride {
        other.sinceStart - sinceStart
    }

    /// Returns the moment after a stretch of time.
    ///
    /// - Parameter n: the stretch of time.
    public func advanced(by n: Stride) -> VirtualTime {
        VirtualTime(sinceStart + n)
    }
}

extension VirtualTime {
    /// A stretch of virtual time, to the nanosecond. A stretch that does not fit becomes the longest possible one, 292
    /// years.
    public struct Stride: SchedulerTimeIntervalConvertible, Comparable, SignedNumeric, ExpressibleByFloatLiteral,
        Hashable, Codable, Sendable
    {
        /// The stretch in nanoseconds.
        public var magnitude: Int

        init(nanoseconds: Int) {
            magnitude = nanoseconds
        }

        /// A number of seconds.
        public init(floatLiteral value: Double) {
            self = .seconds(value)
        }

        /// A number of seconds.
        public init(integerLiteral value: Int) {
            self = .seconds(value)
        }

        /// A stretch of a number of seconds, like a literal, if it fits.
        ///
        /// - Parameter source: the number of seconds; of more than 292 years the result is nil.
        public init?<T: BinaryInteger>(exactly source: T) {
            guard let value = Nanoseconds.of(exactSeconds: source) else { return nil }
            self.init(nanoseconds: value)
        }
    }
}

extension VirtualTime.Stride {
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

    /// Returns a stretch of a number of seconds.
    public static func seconds(_ s: Int) -> Self { Self(nanoseconds: Nanoseconds.of(s, units: 1_000_000_000)) }

    /// Returns a stretch of a number of seconds.
    public static func seconds(_ s: Double) -> Self { Self(nanoseconds: Nanoseconds.of(seconds: s)) }

    /// Returns a stretch of a number of milliseconds.
    public static func milliseconds(_ ms: Int) -> Self { Self(nanoseconds: Nanoseconds.of(ms, units: 1_000_000)) }

    /// Returns a stretch of a number of microseconds.
    public static func microseconds(_ us: Int) -> Self { Self(nanoseconds: Nanoseconds.of(us, units: 1_000)) }

    /// Returns a stretch of a number of nanoseconds.
    public static func nanoseconds(_ ns: Int) -> Self { Self(nanoseconds: ns) }
}
