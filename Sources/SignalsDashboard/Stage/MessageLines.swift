/// The lines above the hints: a question or an alert, or else the last notice.
@MainActor
struct MessageLines {
    private static let most = 3

    let lines: [Line]
    /// True if the lines want an answer: they are shown to their end then.
    let isUrgent: Bool

    /// The question if there is one, or else the notice and the first alert, which has at most three lines.
    init(question: String?, alerts: [String], notice: String, columns: Int) {
        let noticed = notice.isEmpty ? [] : [Line(" " + notice, Style(.good)).truncated(toWidth: columns)]
        if let question {
            lines = Self.wrapped(question, Style(.warning, bold: true), columns)
            isUrgent = true
        } else if let alert = alerts.first {
            let more = alerts.count > 1 ? " (1 of \(alerts.count))" : ""
            lines = noticed + Self.wrapped("! " + alert + more, Style(.bad), columns)
            isUrgent = true
        } else {
            lines = noticed
            isUrgent = false
        }
    }

    private static func wrapped(_ text: String, _ style: Style, _ columns: Int) -> [Line] {
        text.wrapped(toWidth: max(1, columns - 1), lines: most).map { Line(columns > 8 ? " " + $0 : $0, style) }
    }
}
