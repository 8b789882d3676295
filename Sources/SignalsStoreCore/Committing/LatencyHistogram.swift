/// A histogram of durations: their counts, in steps of at most an eighth.
public struct LatencyHistogram: Hashable, Sendable {
    /// The number of bits that distinguish the steps within one power of two.
    private static let stepBits = 3
    private static let steps = 1 << stepBits
    /// 2^40 ns are 18 minutes; what took longer counts as that.
    private static let size = (40 - stepBits + 1) * steps

    private var counts = ContiguousArray<UInt32>(repeating: 0, count: size)
    /// The number of durations.
    public private(set) var count = 0
    private var longest: UInt64 = 0

    /// A histogram without durations.
    public init() {}

    /// Counts a length in nanoseconds.
    package mutating func add(nanoseconds length: UInt64) {
        counts[Self.step(of: length)] &+= 1
        count += 1
        if length > longest { longest = length }
    }

    /// The longest duration; zero if there is none. For a difference it is that of the later state.
    public var maximum: Duration { .nanoseconds(Int64(clamping: longest)) }

    /// Returns the duration that a share of all did not exceed, to an eighth; zero if there is none.
    ///
    /// - Parameter share: the share, from 0 to 1: 0.5 for the median.
    public func percentile(_ share: Double) -> Duration {
        guard count > 0, share.isFinite else { return .zero }
        let wanted = max(1, Int((min(max(share, 0), 1) * Double(count)).rounded(.up)))
        var seen = 0
        for (step, count) in counts.enumerated() {
            seen += Int(count)
            if seen >= wanted { return min(.nanoseconds(Int64(Self.upperBound(of: step))), maximum) }
        }
        return maximum
    }

    /// Returns the number of durations up to each bound, and above the last one. A duration within an eighth of a bound
    /// may be counted on either side.
    ///
    /// - Parameter bounds: the bounds, in ascending order.
    public func counts(upTo bounds: [Duration]) -> [Int] {
        var result = Array(repeating: 0, count: bounds.count + 1)
        for (step, count) in counts.enumerated() where count > 0 {
            let length = Duration.nanoseconds(Int64(Self.upperBound(of: step)))
            result[bounds.firstIndex { length <= $0 } ?? bounds.count] += Int(count)
        }
        return result
    }

    /// Returns the durations that were counted since an earlier state of the same histogram.
    ///
    /// - Parameter earlier: the earlier state.
    public func since(_ earlier: LatencyHistogram) -> LatencyHistogram {
        var difference = self
        for step in counts.indices { difference.counts[step] = counts[step] &- earlier.counts[step] }
        difference.count = count - earlier.count
        return difference
    }

    private static func step(of length: UInt64) -> Int {
        guard length >= UInt64(steps) else { return Int(length) }
        let shift = UInt64.bitWidth - 1 - stepBits - length.leadingZeroBitCount
        return min(size - 1, (shift + 1) * steps + Int(length >> UInt64(shift)) - steps)
    }

    /// The greatest length of a step.
    private static func upperBound(of step: Int) -> UInt64 {
        guard step >= steps else { return UInt64(step) }
        let shift = UInt64(step / steps - 1)
        return (UInt64(steps + step % steps + 1) << shift) - 1
    }
}
