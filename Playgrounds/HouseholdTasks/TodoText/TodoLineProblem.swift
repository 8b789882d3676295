import SignalsDashboard

/// The reason why a line cannot be a task.
enum TodoLineProblem: Error, Hashable, Sendable {
    /// A word stands where a date belongs, or has the form of one, and is none.
    case noSuchDate(String)
    /// Nothing says what is to be done.
    case noText
    /// The line holds a control character other than a tab.
    case controlCharacter(UInt32)
    /// The line is longer than `TodoLine.longest` bytes.
    case tooLong(bytes: Int)
    /// The recurrence is none.
    case noSuchRecurrence(String)
}

extension TodoLineProblem: CustomStringConvertible {
    /// The error in words, and the right form.
    var description: String {
        switch self {
        case .noSuchDate(let word):
            "“\(word.truncated(toWidth: 40))” is not a date; write it as 2026-12-01"
        case .noText:
            "no text says what is to be done; write it beside the tags"
        case .controlCharacter(let value):
            "it holds the control character \(Self.name(of: value)); remove it"
        case .tooLong(let bytes):
            "it has \(bytes) bytes, and at most \(TodoLine.longest) make a task; shorten it"
        case .noSuchRecurrence(let word):
            "“\(word.truncated(toWidth: 40))” is not a recurrence; write every:3d, every:2w, every:1m or every:1y"
        }
    }

    private static func name(of value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}

extension TodoLine {
    /// The most bytes a line may have.
    static let longest = 65_536

    /// The reason why this line cannot be a task; `nil` when it can.
    var problem: TodoLineProblem? {
        if text.utf8.count > Self.longest { return .tooLong(bytes: text.utf8.count) }
        if let control = text.unicodeScalars.first(where: { $0.properties.generalCategory == .control && $0 != "\t" }) {
            return .controlCharacter(control.value)
        }
        if let date = header.dates.first(where: { CalendarDay($0.text) == nil }) {
            return .noSuchDate(String(date.text))
        }
        if let due = words.first(where: { $0.tag?.key == "due" && CalendarDay($0.tag?.value ?? "") == nil }) {
            return .noSuchDate(String(due.text))
        }
        return plainName.isEmpty ? .noText : nil
    }

    /// The reason why this line, typed by a person just now, cannot be a task: `problem`, or a recurrence that is none.
    /// In a file such a tag is another program's and kept as it is.
    var problemWhenTyped: TodoLineProblem? {
        if let problem { return problem }
        guard let every = words.first(where: { $0.tag?.key == "every" }), recurrence == nil else { return nil }
        return .noSuchRecurrence(String(every.text))
    }
}
