extension LiveTable {
    /// The command for the widths of columns, which is present while a header shows two columns.
    var widthCommand: KeyCommand {
        KeyCommand(["<", ">"], name: "width", priority: 1, when: { [self] in !resizable.isEmpty }) { [self] key in
            resize(by: key == "<" ? -1 : 1)
        }
    }

    /// The additional commands while a width is being changed.
    var resizingKeys: [KeyCommand] {
        guard resizedInSight != nil else { return [] }
        return [
            KeyCommand([.left, .right], name: "column", priority: 6) { [self] in chooseColumn(by: $0 == .left ? -1 : 1)
            },
            KeyCommand("=", name: "as declared", priority: 5) { [self] in if let resized { widths[resized] = nil } },
            KeyCommand(.escape, .enter, name: "done", priority: 6) { [self] in resized = nil },
        ]
    }

    /// The column whose width the keys change, if it is in sight.
    var resizedInSight: Int? { resizable.first { $0.number == resized }?.number }

    /// Begins to drag the border at a cell of the header: the blank between two columns. All other clicks end it.
    ///
    /// - Returns: false if there is no border that can be moved.
    func beginDrag(column: Int, row: Int) -> Bool {
        dragged =
            row == lastLayout?.headerRow ? resizable.dropLast().first { $0.range.upperBound == column }?.number : nil
        return dragged != nil
    }

    /// Moves the border that is dragged to a column of cells.
    func drag(to column: Int) {
        guard let place = resizable.first(where: { $0.number == dragged }) else { return }
        setWidth(column - place.range.lowerBound, of: place)
    }

    /// The columns in sight, if their widths can be changed.
    private var resizable: [TableLayout.Place] {
        guard canResize, let layout = lastLayout, layout.headerRow != nil, layout.columns.count > 1 else { return [] }
        return layout.columns
    }

    /// Changes the width of the chosen column: at first of the one that the rows are sorted by, or else of the first.
    private func resize(by cells: Int) {
        let sorted = resizable.first { $0.number == sorting?.column }
        guard let place = resizable.first(where: { $0.number == resized }) ?? sorted ?? resizable.first else { return }
        resized = place.number
        setWidth(place.range.count + cells, of: place)
    }

    private func setWidth(_ width: Int, of place: TableLayout.Place) {
        let least = columns[place.number].leastWidth(isNarrow: lastLayout?.isNarrow ?? false)
        widths[place.number] = max(width, least)
        // Keys that come together are counted before a frame shows the first.
        lastLayout?.setWidth(max(width, least), of: place.number)
    }

    private func chooseColumn(by step: Int) {
        guard let place = resizable.firstIndex(where: { $0.number == resized }) else { return }
        resized = resizable[max(0, min(place + step, resizable.count - 1))].number
    }
}
