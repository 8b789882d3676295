import Foundation

extension LiveTable {
    /// The selected line and the number of lines, the number of marked rows or else the filter, and the part in sight.
    public var status: PaneStatus {
        catchUp()
        let lines = arrangement.count
        let place =
            selectedID == nil ? arrangement.matches.grouped : "\((selectedLine + 1).grouped) of \(lines.grouped)"
        let isFiltered = !filter.isEmpty && search == nil
        return PaneStatus(
            leading: marked.isEmpty
                ? Line(isFiltered ? "/\(filter)" : "") : Line("\(marked.count.grouped) marked", Style(.mark)),
            trailing: Line(place, .dim),
            scroll: lines > page ? .init(first: first, shown: page, count: lines) : nil)
    }

    /// Returns a measure that takes any room; the least is that of its most important column.
    public func measure(in room: Size) -> Measure {
        let important = columns.max { $0.priority < $1.priority }
        let flag = important?.flag == nil ? 0 : 1
        let least: Int =
            switch important?.width {
            case .fixed(let width): width
            case .share(_, let min, _): min
            default: 4
            }
        return .flexible(columns: least + flag + gutter + 1, rows: 2)
    }

    /// Draws the lines in sight.
    public func draw(on canvas: inout Canvas) {
        isDrawn = true
        arrangeChanges()
        var layout = TableLayout(
            size: canvas.size, hasSearch: search != nil, hasHeader: hasHeader && columns.contains { !$0.title.isEmpty })
        page = max(1, layout.lines)
        first = max(0, min(first, selectedLine, arrangement.count - page))
        if selectedLine >= first + page { first = selectedLine - page + 1 }
        if layout.searchRow != nil { drawSearch(on: &canvas) }
        let around = Column<Row>.Surroundings(now: canvas.now, isNarrow: canvas.size.columns < 40)
        let lines = first..<min(first + layout.lines, arrangement.count)
        let rows = lines.map { line in arrangement.row(inLine: line).map { DrawnRow($0, columns, rowStyle, around) } }
        let needed = columns.indices.map { column in
            max(
                layout.headerRow == nil ? 0 : header(column).width,
                rows.lazy.compactMap { $0?.cells[column].width }.max() ?? 0)
        }
        layout.divide(
            columns, widths: needed, chosen: widths, size: canvas.size, gutter: gutter, isNarrow: around.isNarrow)
        lastLayout = layout
        drawHeader(layout, on: &canvas)
        if arrangement.count == 0 {
            canvas.draw(emptyLine, row: layout.firstRow, column: min(1, canvas.size.columns - 1))
        }
        for (line, row) in zip(lines, rows) { draw(row, line: line, layout, on: &canvas) }
    }

    /// Returns the moment at which the words for days change: midnight.
    public func advance(to now: Date) -> Date? {
        guard columns.contains(where: \.changesDaily) else { return nil }
        if Calendar.current.startOfDay(for: now) != searchedDay {
            setSearchedCells(now: now)
            if !filter.isEmpty { rearrange(keepsPlace: true) }
        }
        guard arrangement.count > 0 else { return nil }
        return Calendar.current.nextDate(
            after: now, matching: DateComponents(hour: 0, minute: 0, second: 0), matchingPolicy: .nextTime)
    }

    /// One column for the sign of the selected row, and one for that of marked rows.
    private var gutter: Int { canMark ? 2 : 1 }

    var emptyLine: Line { filter.isEmpty ? empty : Line("Nothing has “\(filter)” in it.", .dim) }

    private func drawSearch(on canvas: inout Canvas) {
        guard let search else { return }
        let count = Line("  \(arrangement.matches.grouped) of \(count.grouped)", .dim)
        let room = max(1, canvas.size.columns - count.width - 2)
        let (text, cursor) = search.window(columns: room)
        let line = Line(" /", Style(.key)) + Line(text, Style(.input))
        canvas.draw(line.truncated(toWidth: room + 2) + count, row: 0)
        if canvas.isFocused { canvas.showCursor(row: 0, column: cursor + 2) }
    }

    /// Returns the header of a column; of the one that is sorted by, where there is no room for both, the arrow alone.
    private func header(_ column: Int, room: Int = .max) -> Line {
        guard let sorting, sorting.column == column else { return Line(columns[column].title, Style(.header)) }
        let arrow = sorting.isDescending ? "↓" : "↑"
        let title = Line(columns[column].title + " " + arrow, Style(.header))
        return title.width <= room ? title : Line(arrow, Style(.header))
    }

    private func drawHeader(_ layout: TableLayout, on canvas: inout Canvas) {
        guard let row = layout.headerRow else { return }
        for place in layout.columns {
            var text = header(place.number, room: place.range.count)
            if canvas.isFocused, place.number == resizedInSight {
                text = text.styled(Style(.selection))
            }
            let shift = columns[place.number].alignsRight ? max(0, place.range.count - text.width) : 0
            canvas.draw(text, row: row, column: place.range.lowerBound + shift, columns: place.range.count)
        }
    }

    private func draw(_ drawn: DrawnRow<Row>?, line: Int, _ layout: TableLayout, on canvas: inout Canvas) {
        let row = layout.firstRow + line - first
        if let drawn {
            for place in layout.columns {
                let cell = drawn.cells[place.number]
                let isRight = columns[place.number].alignsRight
                let shift = isRight ? max(0, place.range.count - cell.width) : 0
                let column = place.range.lowerBound + shift
                canvas.draw(cell, row: row, column: column, columns: place.range.upperBound - column)
                if let flag = drawn.flags[place.number] {
                    canvas.draw(Line([flag]), row: row, column: place.range.lowerBound - 1, columns: 1)
                }
            }
            if canMark, marked.contains(drawn.row.id) { canvas.draw(Line("●", Style(.mark)), row: row, column: 1) }
        } else if case .section(let number) = arrangement[line] {
            let section = arrangement.sections[number]
            let text = Line("\(section.isClosed ? "▸" : "▾") \(section.name)", Style(.header))
            canvas.draw(text + Line("  \(section.count.grouped)", .dim), row: row, column: gutter)
        }
        guard line == selectedLine else { return }
        if canvas.isFocused { canvas.restyle(row: row, Style(.selection)) }
        canvas.draw(Line("▌", Style(canvas.isFocused ? .selection : .border)), row: row, column: 0, columns: 1)
    }
}

/// The cells of a row in sight.
private struct DrawnRow<Row: Sendable> {
    let row: Row
    let cells: [Line]
    let flags: [Span?]

    init(
        _ row: Row, _ columns: [Column<Row>], _ style: (@Sendable (Row) -> Style)?, _ around: Column<Row>.Surroundings
    ) {
        self.row = row
        let style = style?(row) ?? .plain
        cells = columns.map { column in
            let cell = column.cell(row, around)
            guard style != .plain else { return cell }
            return Line(cell.spans.map { Span($0.text, $0.style == .plain ? style : $0.style) })
        }
        flags = columns.map { $0.flag?(row, around) }
    }
}
