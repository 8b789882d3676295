import Foundation

/// Values by period: the values of one period are added up, or the last one replaces the others.
struct PlotSeries {
    private let period: TimeInterval
    private let most: Int
    private let addsUp: Bool
    /// The value of each period that is over, the newest last.
    private(set) var values: [Double] = []
    /// The value of the period that is under way.
    private(set) var current = 0.0
    private var end: Date?

    init(period: Duration, keeping most: Int, addsUp: Bool) {
        let (seconds, attoseconds) = period.components
        self.period = max(0.05, Double(seconds) + Double(attoseconds) / 1e18)
        // As many as no screen shows; more would be made at once after a long sleep.
        self.most = min(max(most, 1), 1 << 20)
        self.addsUp = addsUp
    }

    /// Adds a value.
    mutating func add(_ value: Double) { current = addsUp ? current + value : value }

    /// Ends the periods that are over at `now`. Returns when the next one is, as long as there is something to see.
    mutating func advance(to now: Date) -> Date? {
        guard var end else {
            self.end = now.addingTimeInterval(period)
            return hasValues ? self.end : nil
        }
        if now >= end {
            let periods = Int(min(now.timeIntervalSince(end) / period, Double(most))) + 1
            values.append(current)
            values += Array(repeating: addsUp ? 0 : current, count: periods - 1)
            values.removeFirst(max(0, values.count - most))
            if addsUp { current = 0 }
            end = end.addingTimeInterval(period * (floor(now.timeIntervalSince(end) / period) + 1))
        }
        self.end = end
        return hasValues ? end : nil
    }

    /// The length of a period in seconds.
    var seconds: TimeInterval { period }

    private var hasValues: Bool { addsUp ? current != 0 || values.contains { $0 != 0 } : false }
}
