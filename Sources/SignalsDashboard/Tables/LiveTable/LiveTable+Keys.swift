extension LiveTable {
    /// The key commands: move, mark one or all that are shown, search, sort, widths of columns, open and close sections.
    public var keys: [KeyCommand] { search == nil ? resizingKeys + browsingKeys : searchingKeys }

    /// True while a search is typed.
    public var isTyping: Bool { search != nil }

    private var browsingKeys: [KeyCommand] {
        [
            KeyCommand([.up, .down, "k", "j"], name: "move", priority: 1) { [self] key in
                select(line: selectedLine + (key == .up || key == "k" ? -1 : 1))
            },
            KeyCommand([.pageUp, .pageDown], name: "page", priority: 0) { [self] key in
                select(line: selectedLine + (key == .pageUp ? -1 : 1) * max(1, page - 1))
            },
            KeyCommand([.home, .end, "g", "G"], name: "first or last", priority: 0) { [self] key in
                select(line: key == .home || key == "g" ? 0 : arrangement.count - 1)
            },
            KeyCommand(" ", name: "mark", priority: 3, when: { [self] in canMark && arrangement.count > 0 }) { [self] in
                toggleMark()
            },
            KeyCommand(
                "+", name: "mark all shown", priority: 0, when: { [self] in canMark && arrangement.count > 0 }
            ) { [self] in marked.formUnion(shownIDs) },
            KeyCommand(
                "*", name: "mark the others", priority: 0, when: { [self] in canMark && arrangement.count > 0 }
            ) { [self] in marked.formSymmetricDifference(shownIDs) },
            KeyCommand("/", name: "search", priority: 4) { [self] in search = TextField(filter) },
            KeyCommand(.escape, name: "show all", when: { [self] in !filter.isEmpty }) { [self] in filter = "" },
            KeyCommand(.escape, name: "unmark", priority: 2, when: { [self] in filter.isEmpty && !marked.isEmpty }) {
                [self] in marked = []
            },
            KeyCommand("s", name: "sort", priority: 2, when: { [self] in !sortable.isEmpty }) { [self] in sortByNext()
            },
            KeyCommand("S", name: "sort the other way", priority: 0, when: { [self] in sorting != nil }) { [self] in
                order = sorting.map { ($0.column, !$0.isDescending) }
            },
            KeyCommand(
                [.left, .right], name: "close, open", priority: 2, when: { [self] in !arrangement.sections.isEmpty }
            ) {
                [self] in setSection(closed: $0 == .left)
            },
            widthCommand,
        ]
    }

    private var searchingKeys: [KeyCommand] {
        [
            KeyCommand(.enter, name: "keep") { [self] in search = nil },
            KeyCommand(.escape, name: "all") { [self] in
                search = nil
                filter = ""
            },
            KeyCommand([.up, .down], name: "move", priority: 0) { [self] key in
                select(line: selectedLine + (key == .up ? -1 : 1))
            },
        ]
    }

    /// Handles typed text while a search is typed, the wheel, clicks on rows and headers, and drags of a header's
    /// border.
    public func take(_ input: Input) -> Bool {
        catchUp()
        switch input {
        case .wheel(let rows):
            select(line: selectedLine + rows)
            return true
        case .click(let column, let row):
            click(column: column, row: row)
            return true
        case .drag(let column, _):
            drag(to: column)
            return true
        default:
            guard var field = search, field.take(input) else { return false }
            search = field
            filter = field.text
            return true
        }
    }

    private func toggleMark() {
        catchUp()
        guard let id = selectedID else { return }
        if marked.remove(id) == nil { marked.insert(id) }
        select(line: selectedLine + 1)
    }

    private var sortable: [Int] { columns.indices.filter { columns[$0].sorting != nil } }

    /// Sorts by the next column; after the last one the order is the list's again.
    private func sortByNext() {
        let next = sorting.map { sorting in sortable.first { $0 > sorting.column } } ?? sortable.first
        order = next.map { ($0, false) }
    }

    private func click(column: Int, row: Int) {
        if beginDrag(column: column, row: row) { return }
        let line = row - (lastLayout?.firstRow ?? 0)
        if line >= 0 { return select(line: min(first + line, arrangement.count - 1)) }
        guard row == (lastLayout?.headerRow ?? -1),
            let clicked = lastLayout?.columns.first(where: { $0.range.contains(column) })?.number,
            columns[clicked].sorting != nil
        else { return }
        order = (clicked, sorting?.column == clicked && sorting?.isDescending == false)
    }
}
