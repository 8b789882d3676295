/// A bar that shows how much of a work is done: `[#####-----]  50 %`.
public struct ProgressBar: Hashable, Sendable {
    /// The amount that is done, from 0 to `total`.
    public let completed: Int
    /// The amount to do in all; 0 counts as all done.
    public let total: Int

    /// A bar for `completed` of `total`.
    ///
    /// - Parameters:
    ///   - completed: the amount that is done, clamped to 0 and `total`.
    ///   - total: the amount to do in all; 0, or less, counts as all done.
    public init(completed: Int, total: Int) {
        self.total = max(total, 0)
        self.completed = min(max(completed, 0), self.total)
    }

    /// The share that is done in whole percent, rounded down, so that 100 means all of it.
    public var percent: Int { share(of: 100) }

    /// Returns the bar as text of exactly `columns` columns; below 10 columns only the percentage, cut to fit.
    ///
    /// - Parameter columns: the width, in terminal columns. From 5 to 9 the percentage takes five of them; 0 or less
    ///   gives an empty text.
    public func text(width columns: Int) -> String {
        let number = String(percent)
        let label = String(repeating: " ", count: 3 - number.count) + number + " %"
        let inside = columns - label.count - 3
        guard inside > 1 else { return label.truncated(toWidth: max(columns, 0)) }
        let filled = share(of: inside)
        return "[" + String(repeating: "#", count: filled) + String(repeating: "-", count: inside - filled) + "] "
            + label
    }

    /// Returns the part of a whole that is done, rounded down; however large the amounts are.
    private func share(of whole: Int) -> Int {
        total == 0 ? whole : total.dividingFullWidth(completed.multipliedFullWidth(by: whole)).quotient
    }
}
