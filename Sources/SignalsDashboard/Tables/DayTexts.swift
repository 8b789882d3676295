import Foundation
import SignalsCore

/// The texts of days for searches. Making one takes several calls of the calendar, and most rows share theirs.
final class DayTexts: Sendable {
    private static let most = 50_000

    private let texts = Locked<[Int: String]>([:])

    /// Returns the text for the day of a moment, which is made at the first use.
    func text(of date: Date, _ make: () -> String) -> String {
        // In every time zone of today a quarter of an hour is all in one day.
        let quarter = Int((date.clamped.timeIntervalSinceReferenceDate / 900).rounded(.down))
        if let known = texts.withLock({ $0[quarter] }) { return known }
        let text = make()
        texts.withLock { texts in
            if texts.count >= Self.most { texts = [:] }
            texts[quarter] = text
        }
        return text
    }
}

extension Date {
    /// The moment, or the nearest one that a calendar supports.
    var clamped: Date { self > .distantPast ? min(self, .distantFuture) : .distantPast }
}
