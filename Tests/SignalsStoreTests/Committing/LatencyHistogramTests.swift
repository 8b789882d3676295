import SignalsStoreCore
import Testing

@Suite struct LatencyHistogramTests {
    private static func histogram(_ lengths: [UInt64]) -> LatencyHistogram {
        var histogram = LatencyHistogram()
        for length in lengths { histogram.add(nanoseconds: length) }
        return histogram
    }

    private static func nanoseconds(_ length: Duration) -> UInt64 {
        UInt64(length.components.seconds) * 1_000_000_000 + UInt64(length.components.attoseconds / 1_000_000_000)
    }

    @Test(arguments: [0.0, 0.01, 0.5, 0.9, 0.99, 1])
    func aPercentileIsThatOfTheSortedLengthsToAnEighth(share: Double) {
        var generator = SeededGenerator(state: 17)
        for _ in 0..<200 {
            let count = Int.random(in: 1...300, using: &generator)
            let lengths = (0..<count).map { _ in
                UInt64.random(in: 0...(1 << UInt64.random(in: 0...39, using: &generator)), using: &generator)
            }
            let expected = lengths.sorted()[max(0, Int((share * Double(count)).rounded(.up)) - 1)]
            let found = Self.nanoseconds(Self.histogram(lengths).percentile(share))
            #expect(found >= expected)
            #expect(Double(found) <= Double(expected) * 1.125 + 1)
        }
    }

    @Test func anEmptyOneIsZeroAndTheLongestOfAllIsTheGreatestStep() {
        #expect(LatencyHistogram().percentile(0.5) == .zero)
        #expect(LatencyHistogram().maximum == .zero)
        let histogram = Self.histogram([.max, 3])
        #expect(histogram.count == 2)
        #expect(histogram.percentile(0) == .nanoseconds(3))
        #expect(histogram.percentile(1) > .seconds(1000))
        #expect(histogram.percentile(.nan) == .zero)
    }

    @Test func lengthsAreCountedUpToBounds() {
        let histogram = Self.histogram([10_000, 90_000, 500_000, 2_000_000, 80_000_000])
        let bounds: [Duration] = [.microseconds(100), .milliseconds(1), .milliseconds(10)]
        #expect(histogram.counts(upTo: bounds) == [2, 1, 1, 1])
        #expect(LatencyHistogram().counts(upTo: []) == [0])
    }

    @Test func aDifferenceHasWhatCameSince() {
        var histogram = Self.histogram([1000, 1000, 1000])
        let earlier = histogram
        histogram.add(nanoseconds: 1_000_000)
        let recent = histogram.since(earlier)
        #expect(recent.count == 1)
        #expect(recent.percentile(0) >= .milliseconds(1))
        #expect(histogram.percentile(0.5) < .microseconds(2))
    }
}
