import SignalsCore

/// A text of several lines, wrapped between its words, which can be scrolled: the body of a mail, a note, a licence.
///
/// ```swift
/// let letter = TextPane(mail.text)
/// let dashboard = Dashboard("Mail") { _ in letter.titled("Letter") }
/// ```
@MainActor
public final class TextPane: LiveContent {
    /// The text. Another one is shown from its beginning.
    @Published public var text: String {
        didSet { if text != oldValue { (lines, first) = (nil, 0) } }
    }

    private let style: Style
    private var first = 0
    private var page = 1
    /// The lines in a width.
    private var lines: (columns: Int, texts: [String])?

    /// A pane with a text.
    ///
    /// - Parameters:
    ///   - text: the text; line feeds break it, and tabs go to the next eighth column.
    ///   - style: the style of the text.
    public init(_ text: String = "", style: Style = .plain) {
        (self.text, self.style) = (text, style)
    }

    /// The key commands: scroll, by lines and by pages, to the beginning and to the end.
    public var keys: [KeyCommand] {
        [
            KeyCommand([.up, .down, "k", "j"], name: "scroll", priority: 1) { [self] key in
                scroll(to: first + (key == .up || key == "k" ? -1 : 1))
            },
            KeyCommand([.pageUp, .pageDown, " "], name: "page", priority: 0) { [self] key in
                scroll(to: first + (key == .pageUp ? -1 : 1) * max(1, page - 1))
            },
            KeyCommand([.home, .end, "g", "G"], name: "first or last", priority: 0) { [self] key in
                scroll(to: key == .home || key == "g" ? 0 : count)
            },
        ]
    }

    /// The last line in sight, and the number of lines, where not all of them are.
    public var status: PaneStatus {
        guard count > page else { return PaneStatus() }
        return PaneStatus(
            trailing: Line("\(min(first + page, count).grouped) of \(count.grouped)", .dim),
            scroll: .init(first: first, shown: page, count: count))
    }

    /// The first line in sight and its place.
    public var selectionText: String? {
        guard let texts = lines?.texts, texts.indices.contains(first) else { return nil }
        return "\((first + 1).grouped) of \(count.grouped): \(texts[first])"
    }

    /// Takes the wheel.
    public func take(_ input: Input) -> Bool {
        guard case .wheel(let rows) = input else { return false }
        scroll(to: first + rows)
        return true
    }

    /// Takes any room.
    public func measure(in room: Size) -> Measure { .flexible(columns: 8, rows: 1) }

    /// Draws the lines in sight.
    public func draw(on canvas: inout Canvas) {
        let margin = canvas.size.columns > 12 ? 1 : 0
        let columns = canvas.size.columns - 2 * margin
        let texts = lines(in: columns)
        page = canvas.size.rows
        first = max(0, min(first, texts.count - page))
        for (row, text) in texts.dropFirst(first).prefix(page).enumerated() {
            canvas.draw(Line(text, style), row: row, column: margin, columns: columns)
        }
    }

    private var count: Int { lines?.texts.count ?? 0 }

    private func lines(in columns: Int) -> [String] {
        if let lines, lines.columns == columns { return lines.texts }
        let texts = text.isEmpty ? [] : text.wrapped(toWidth: columns, lines: .max)
        lines = (columns, texts)
        return texts
    }

    private func scroll(to line: Int) {
        objectWillChange.send()
        first = max(0, min(line, count - page))
    }
}
