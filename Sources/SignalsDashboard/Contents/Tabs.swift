import Foundation
import SignalsCore

/// Contents of which one is shown, with the titles of all above it.
@MainActor
public final class Tabs: LiveContent {
    /// The content that is shown, from 0.
    @Published public var shown = 0
    private let tabs: [(title: String, content: any Content)]
    /// The columns of the titles in the last frame, by their numbers; nothing if it had no room for them.
    private var places: [(number: Int, range: Range<Int>)] = []
    /// The number of rows that the titles took.
    private var titleRows = 0
    /// The first title in sight.
    private var firstTitle = 0

    /// Contents with their titles.
    ///
    /// - Parameter tabs: the titles and contents, in their order; the first is shown.
    public init(_ tabs: [(title: String, content: any Content)]) {
        self.tabs = tabs
    }

    private var content: (any Content)? { tabs.indices.contains(shown) ? tabs[shown].content : nil }
    private var live: (any LiveContent)? { content as? any LiveContent }

    /// The key commands: those of the content that is shown, unless that has a title or is a stack, and `[` and `]` for
    /// the one before and after.
    public var keys: [KeyCommand] {
        let nextTab = KeyCommand(["]", "["], name: "next tab", priority: 3, when: { [self] in tabs.count > 1 }) {
            [self] key in
            shown = (shown + (key == "]" ? 1 : tabs.count - 1)) % tabs.count
        }
        return (live?.keys ?? []) + [nextTab]
    }

    /// The status of the content that is shown.
    public var status: PaneStatus { live?.status ?? PaneStatus() }

    /// The selection in the content that is shown.
    public var selectionText: String? { live?.selectionText }

    /// True while the content that is shown takes text.
    public var isTyping: Bool { live?.isTyping ?? false }

    /// The content that is shown, and the live contents inside it.
    public var inner: [any LiveContent] { content.map { Block.liveContents(of: [Block($0)]) } ?? [] }

    /// Brings the live contents of all tabs to the present moment.
    public func advance(to now: Date) -> Date? {
        let contents = tabs.indices.map { ($0, liveContents(ofTab: $0)) }
        return contents.compactMap { number, contents in
            let next = contents.compactMap { $0.advance(to: now) }.min()
            // A hidden content does not request redraws.
            return number == shown ? next : nil
        }.min()
    }

    /// Handles a click on a title; any other input goes to the content that is shown.
    public func take(_ input: Input) -> Bool {
        switch input {
        case .drag(let column, let row): return live?.take(.drag(column: column, row: row - titleRows)) ?? false
        case .click(let column, let row):
            if row >= titleRows { return live?.take(.click(column: column, row: row - titleRows)) ?? false }
            guard let tab = places.first(where: { $0.range.contains(column) }) else { return false }
            shown = tab.number
            return true
        default: return live?.take(input) ?? false
        }
    }

    /// Returns when the content that is shown does no work in the background.
    public func settle() async { for content in inner { await content.settle() } }

    /// True while the content that is shown works in the background.
    public var isWorking: Bool { inner.contains(where: \.isWorking) }

    private func liveContents(ofTab number: Int) -> [any LiveContent] {
        Block.liveContents(of: [Block(tabs[number].content)])
    }

    /// Returns the news of all of its contents.
    public func news() -> [Change] {
        tabs.indices.flatMap { liveContents(ofTab: $0) }.flatMap { $0.news() }
    }

    /// Returns the room of its contents, and a row for the titles.
    public func measure(in room: Size) -> Measure {
        let measures = tabs.map { $0.content.measure(in: room) }
        let least = measures.map(\.least).reduce(Size(columns: 1, rows: 1)) { one, other in
            Size(columns: max(one.columns, other.columns), rows: max(one.rows, other.rows))
        }
        return .flexible(columns: least.columns, rows: least.rows + 1)
    }

    /// Draws the titles and the content that is shown.
    public func draw(on canvas: inout Canvas) {
        titleRows = canvas.size.rows > 1 ? 1 : 0
        guard let content else { return }
        if titleRows > 0 { drawTitles(on: &canvas) }
        var part = canvas.part(
            row: titleRows, column: 0,
            size: Size(columns: canvas.size.columns, rows: canvas.size.rows - titleRows))
        part.isFocused = canvas.isFocused
        content.draw(on: &part)
    }

    /// Draws the titles from one on with which that of the content that is shown is in sight, with a sign at the sides where
    /// others are not.
    private func drawTitles(on canvas: inout Canvas) {
        let lines = tabs.enumerated().map { number, tab in
            Line(number == shown ? "▸\(tab.title)" : " \(tab.title)", number == shown ? Style(.header) : .dim)
        }
        let room = canvas.size.columns - 1
        firstTitle = min(firstTitle, shown)
        // The titles from the first to the one that is shown, and a column for the sign after them.
        func width(from first: Int) -> Int {
            lines[first...shown].reduce(shown < lines.count - 1 ? 1 : 0) { $0 + $1.width + 2 } - 2
        }
        while firstTitle < shown, width(from: firstTitle) > room { firstTitle += 1 }
        while firstTitle > 0, lines[(firstTitle - 1)...].reduce(-2, { $0 + $1.width + 2 }) <= room { firstTitle -= 1 }
        places = []
        if firstTitle > 0 { canvas.draw(Line("‹", .dim), row: 0, column: 0, columns: 1) }
        var column = 1
        for (number, line) in lines.enumerated().dropFirst(firstTitle) {
            let isLast = number == lines.count - 1
            let left = canvas.size.columns - column - (isLast ? 0 : 2)
            if number > shown, line.width > left {
                canvas.draw(Line("›", .dim), row: 0, column: canvas.size.columns - 1)
                break
            }
            places.append((number, column..<column + min(line.width, max(left, 1)) + 1))
            canvas.draw(line, row: 0, column: column)
            column += line.width + 2
        }
    }
}
