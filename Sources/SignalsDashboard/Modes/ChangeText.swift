import Foundation

/// A change as text: a line, a sentence, or a JSON object.
struct ChangeText {
    let change: Change
    let time: Date

    /// The change in a mode; nil in modes that show frames.
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
        return "\(parts.joined(separator: ":")) \(change.sign) \(change.sentence.showingControlCharacters)"
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
        }
        let object = Object(
            time: time.ISO8601Format(), pane: change.pane, kind: change.kind, id: change.id, sentence: change.sentence,
            values: change.values)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(object) else { return "{}" }
        return String(decoding: data, as: UTF8.self)
    }
}
