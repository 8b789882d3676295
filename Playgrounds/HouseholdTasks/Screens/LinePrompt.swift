import Signals
import SignalsDashboard

/// A line of text that a person types, over the dashboard: a task, or the path of a file.
@MainActor
final class LinePrompt: LiveContent {
    private(set) var field: TextField { willSet { objectWillChange.send() } }
    let keys: [KeyCommand]
    private let takeInput: @MainActor (inout TextField, Input) -> Bool

    /// A prompt.
    ///
    /// - Parameters:
    ///   - field: the text it begins with.
    ///   - keys: what keys do while it is there.
    ///   - take: takes what is typed; false for what it has no use for.
    init(
        _ field: TextField = TextField(), keys: [KeyCommand],
        take: @escaping @MainActor (inout TextField, Input) -> Bool = { $0.take($1) }
    ) {
        self.field = field
        self.keys = keys
        takeInput = take
    }

    var isTyping: Bool { true }

    var selectionText: String? { field.text.isEmpty ? "no text yet" : field.text }

    func take(_ input: Input) -> Bool { takeInput(&field, input) }

    /// Shows another text, such as that of a step back.
    func show(_ field: TextField) { self.field = field }

    func measure(in room: Size) -> Measure {
        Measure(least: Size(columns: 4, rows: 1), most: Size(columns: max(64, field.text.displayWidth + 4), rows: 1))
    }

    func draw(on canvas: inout Canvas) {
        let margin = canvas.size.columns > 8 ? 1 : 0
        let (text, cursor) = field.window(columns: canvas.size.columns - 2 * margin)
        canvas.draw(Line(text, Style(.input)), row: 0, column: margin)
        canvas.showCursor(row: 0, column: margin + cursor)
    }
}
