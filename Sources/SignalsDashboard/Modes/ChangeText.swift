import Foundation

/// A change as text: a line, a sentence, or a JSON object.
struct ChangeText {
    let change: Change
    let time: Date

    /// Returns the change in a mode; nil in modes that show frames.
    func text(in mode: OutputMode) -> String? {
        switch mode {
        case .lines: line
        case .linear: sentence
        case .json: json
        case .automatic, .screen, .inline: nil
        }
    }

    private var line: String {
        let clock = Calendar.current.dateComponents([.hour, .minute, .second], from: time)
        let parts = [clock.hour, clock.minute, clock.second].map { String(format: "%02d", $0 ?? 0) }
        // A row's text identifies it; a plain value needs the title of its pane.
        let owner = change.kind == "value" && !change.pane.isEmpty ? "\(change.pane): " : ""
        let text = (owner + change.sentence).showingControlCharacters
        return "\(parts.joined(separator: ":")) \(change.sign) \(text)"
    }

    private var sentence: String {
        let text = change.sentence.showingControlCharacters
        switch change.kind {
        case "alert": return "Alert: \(text)"
        case "question": return "Question: \(text) Press y for yes, n for no."
        case "notice", "line", "value", "selected":
            return change.pane.isEmpty ? text : "\(change.pane): \(text)"
        default: return "\(change.pane.isEmpty ? "Rows" : change.pane): \(change.kind) \(text)."
        }
    }

    private var json: String {
        struct Object: Encodable {
            var time: String
            var pane: String
            var kind: String
            var id: String?
            var sentence: String
            var values: [String: String]
            var numbers: [String: Double]?
            var days: [String: String]?
        }
        var object = Object(
            time: time.ISO8601Format(), pane: change.pane, kind: change.kind, id: change.id, sentence: change.sentence,
            values: change.values)
        // JSON has no others.
        let numbers = change.numbers.filter(\.value.isFinite)
        if !numbers.isEmpty { object.numbers = numbers }
        if !change.days.isEmpty { object.days = change.days.mapValues(Self.day) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(object) else { return "{}" }
        return String(decoding: data, as: UTF8.self)
    }

    /// Returns a day as ISO 8601 has it, in the time zone in which it is shown; a moment with its time.
    private static func day(_ date: Date) -> String {
        let isDay = Calendar.current.startOfDay(for: date) == date
        return isDay ? date.ISO8601Format(.iso8601Date(timeZone: .current)) : date.ISO8601Format()
    }
}
