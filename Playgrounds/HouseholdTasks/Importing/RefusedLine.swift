import SignalsDashboard

/// A line of an imported file that was not saved.
struct RefusedLine: Hashable, Sendable, CustomStringConvertible {
    private static let shownColumns = 60

    /// The line's number in the file, from 1.
    let number: Int
    /// The line, shortened, without control characters.
    let text: String
    /// The reason why it was refused, and what to do.
    let reason: String

    init(_ entry: TodoFile.Entry, reason: String) {
        number = entry.number
        // Cut before it is made harmless: the line may be very long.
        text = String(entry.line.text.prefix(Self.shownColumns + 1)).showingControlCharacters
            .truncated(toWidth: Self.shownColumns)
        self.reason = reason
    }

    /// `line 17: “due:2026-13-45” is no date; …: Water plants due:2026-13-45`.
    var description: String { "line \(number): \(reason): \(text)" }
}
