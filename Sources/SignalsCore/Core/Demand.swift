extension Subscribers {
    /// The number of values that a subscriber wants: finite, or unlimited. Combine's `Subscribers.Demand`.
    ///
    /// Demands add up: a subscriber that asks for two values and then for one more receives three. Unlimited demand
    /// stays unlimited whatever is added or subtracted; a demand never falls below zero.
    @frozen
    public struct Demand: Hashable, Comparable, Sendable {
        @usableFromInline let rawValue: UInt

        @inlinable @inline(__always)
        init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// As many values as the publisher has.
        @inlinable
        public static var unlimited: Demand { Demand(rawValue: UInt(Int.max) + 1) }

        /// No value.
        @inlinable
        public static var none: Demand { Demand(rawValue: 0) }

        /// Returns the given number of values.
        ///
        /// - Parameter value: the number, zero or more. The program stops if it is negative.
        @inlinable
        public static func max(_ value: Int) -> Demand {
            if value < 0 { fatalError("A demand cannot be negative, but was \(value). Use .max(0) for no values.") }
            return Demand(rawValue: UInt(value))
        }

        /// The number of values, or nil if unlimited.
        @inlinable
        public var max: Int? {
            self == .unlimited ? nil : Int(rawValue)
        }

        /// Returns true if the first demand is for fewer values. Unlimited is more than any number.
        @inlinable
        public static func < (lhs: Demand, rhs: Demand) -> Bool {
            lhs.rawValue < rhs.rawValue
        }
    }
}

extension Subscribers.Demand: CustomStringConvertible {
    /// `unlimited`, or `max(3)`.
    public var description: String {
        max.map { "max(\($0))" } ?? "unlimited"
    }
}

extension Subscribers.Demand: Codable {
    /// Decodes what ``encode(to:)`` wrote.
    ///
    /// - Parameter decoder: the decoder to read from.
    /// - Throws: what the decoder throws, and `DecodingError.dataCorrupted` for a number that is not a valid demand.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let value = try container.decode(UInt.self)
        guard value <= Self.unlimited.rawValue else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(value) is not a demand.")
        }
        rawValue = value
    }

    /// Encodes the demand as one number.
    ///
    /// - Parameter encoder: the encoder to write to.
    /// - Throws: what the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}
