extension LiveTable {
    /// The place of the selected line, and the cells of its row; before them the search that is typed.
    public var selectionText: String? {
        catchUp()
        let lines = arrangement.count
        let text =
            lines == 0 ? emptyLine.text : "\((selectedLine + 1).grouped) of \(lines.grouped): \(selectedLineText)"
        return search == nil ? text : "search “\(filter)”: \(text)"
    }

    private var selectedLineText: String {
        guard let row = selected else { return sectionText }
        let cells = columns.map { $0.cell(row, .init(now: .now, isNarrow: false)).text }
        return (cells.filter { !$0.isEmpty } + (marked.contains(row.id) ? ["marked"] : [])).joined(separator: ", ")
    }

    private var sectionText: String {
        guard case .section(let number) = arrangement[selectedLine] else { return "" }
        let section = arrangement.sections[number]
        return "\(section.name), \(section.count.grouped) rows, \(section.isClosed ? "closed" : "open")"
    }
}
