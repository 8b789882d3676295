import SignalsCore

/// Contents of which one is shown, with the titles of all above it.
@MainActor
public final class Tabs: LiveContent {
    /// The content that is shown, from 0.
    @Published public var shown = 0
    private let tabs: [(title: String, content: any Content)]
    private var places: [Range<Int>] = []

    /// Contents with their titles.
    public init(_ tabs: [(title: String, content: any Content)]) {
        self.tabs = tabs
    }

    private var content: (any Content)? { tabs.indices.contains(shown) ? tabs[shown].content : nil }
    private var live: (any LiveContent)? { content as? any LiveContent }

    /// The key commands: those of the content that is shown, and `[` and `]` for the one before and after.
    public var keys: [KeyCommand] {
        let turn = KeyCommand(["]", "["], name: "next tab", priority: 3, when: { [self] in tabs.count > 1 }) {
            [self] key in
            shown = (shown + (key == "]" ? 1 : tabs.count - 1)) % tabs.count
        }
        return (live?.keys ?? []) + [turn]
    }

    /// The status of the content that is shown.
    public var status: PaneStatus { live?.status ?? PaneStatus() }

    /// The selection in the content that is shown.
    public var selectionText: String? { live?.selectionText }

    /// True while the content that is shown takes text.
    public var isTyping: Bool { live?.isTyping ?? false }

    /// The content that is shown.
    public var inner: [any LiveContent] { live.map { [$0] } ?? [] }

    /// Takes a click on a title; all else is for the content that is shown.
    public func take(_ input: Input) -> Bool {
        if case .drag(let column, let row) = input { return live?.take(.drag(column: column, row: row - 1)) ?? false }
        guard case .click(let column, let row) = input else { return live?.take(input) ?? false }
        if row > 0 { return live?.take(.click(column: column, row: row - 1)) ?? false }
        guard let tab = places.firstIndex(where: { $0.contains(column) }) else { return false }
        shown = tab
        return true
    }

    /// Returns when the content that is shown does no work in the background.
    public func settle() async { await live?.settle() }

    /// True while the content that is shown works in the background.
    public var isWorking: Bool { live?.isWorking ?? false }

    /// The news of all of its contents.
    public func news() -> [Change] {
        tabs.flatMap { tab in (tab.content as? any LiveContent)?.news() ?? [] }
    }

    /// The room of its contents, and a row for the titles.
    public func measure(in room: Size) -> Measure {
        let measures = tabs.map { $0.content.measure(in: room) }
        let least = measures.map(\.least).reduce(Size(columns: 1, rows: 1)) { one, other in
            Size(columns: max(one.columns, other.columns), rows: max(one.rows, other.rows))
        }
        return .flexible(columns: least.columns, rows: least.rows + 1)
    }

    /// Draws the titles and the content that is shown.
    public func draw(on canvas: inout Canvas) {
        guard let content else { return }
        let hasTitles = canvas.size.rows > 1
        if hasTitles { drawTitles(on: &canvas) }
        let rows = canvas.size.rows - (hasTitles ? 1 : 0)
        var part = canvas.part(
            row: hasTitles ? 1 : 0, column: 0, size: Size(columns: canvas.size.columns, rows: rows))
        part.isFocused = canvas.isFocused
        content.draw(on: &part)
    }

    private func drawTitles(on canvas: inout Canvas) {
        var column = 1
        places = []
        for (number, tab) in tabs.enumerated() {
            let line = Line(
                number == shown ? "▸\(tab.title)" : " \(tab.title)", number == shown ? Style(.header) : .dim)
            places.append(column..<column + line.width + 1)
            canvas.draw(line, row: 0, column: column)
            column += line.width + 2
        }
    }
}
