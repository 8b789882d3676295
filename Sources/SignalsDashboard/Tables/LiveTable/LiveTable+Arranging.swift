extension LiveTable {
    /// Selects a line, or the nearest there is.
    func select(line: Int) {
        objectWillChange.send()
        place(line: line)
    }

    /// Opens or closes the section that the selected line belongs to.
    func setSection(closed isClosed: Bool) {
        guard let header = arrangement.header(above: selectedLine) else { return }
        let name = arrangement.sections[header.section].name
        if isClosed { arranging.closedSections.insert(name) } else { arranging.closedSections.remove(name) }
        arranged = arranged.setting(section: header.section, closed: isClosed)
        objectWillChange.send()
        show(arranged, selecting: isClosed ? header.line : selectedLine)
        // Rows that are being arranged are to have it so too.
        if work != nil { rearrange(keepsPlace: true) }
    }

    /// Takes an update, which is arranged with the next frame, together with the others that came until then. Many
    /// rows are begun with at once, since they are arranged in the background, and so are the first there are.
    func take(_ update: RowUpdate<Row>) {
        objectWillChange.send()
        if update.rows.count > Self.fewRows { reporter?.note(update, after: rows) }
        dropMarks(update)
        changes.add(RowChanges(update, before: rows.count))
        rows = update.rows
        hasRows = true
        if isDrawn, rows.count > Self.fewRows || arranged.rows.count == 0 { arrangeChanges() } else { arrangeLater() }
    }

    /// Arranges the updates that came, unless rows are being arranged.
    func arrangeChanges() {
        guard work == nil, !changes.isEmpty else { return }
        isDrawn = false
        arrange(keepsPlace: true)
    }

    /// Arranges the updates that came, for those who ask for what is shown. More rows are arranged once a frame.
    func catchUp() {
        if rows.count <= Self.fewRows { arrangeChanges() }
    }

    /// Arranges the rows by other rules, at once if they are few.
    ///
    /// - Parameters:
    ///   - byOtherRules: false if nothing but the filter is another.
    ///   - keepsPlace: false if the first line is to be selected where the selected row does not match any more.
    func rearrange(byOtherRules: Bool = true, keepsPlace: Bool = false) {
        objectWillChange.send()
        if byOtherRules { arrangedFilter = nil }
        if let work {
            work.cancel()
            self.work = nil
            let newer = changes
            changes = changesAtWork
            changes.add(newer)
        }
        arrange(keepsPlace: keepsPlace)
    }

    /// Arranges a table that is not drawn too, for those who follow its selection.
    private func arrangeLater() {
        guard later == nil else { return }
        later = Task { [weak self] in
            try? await Task.sleep(for: .milliseconds(50))
            self?.later = nil
            self?.arrangeChanges()
        }
    }

    private func arrange(keepsPlace: Bool) {
        let isWhole = arrangement.count == arranged.count
        let todo = ArrangingWork(
            before: arranged, filterBefore: arrangedFilter, index: index, rows: rows, changes: changes,
            arranging: arranging, selected: selectedID, selectedLine: selectedLine,
            selectedPosition: isWhole ? arranged.position(inLine: selectedLine) : nil,
            marked: changes.moves == nil ? marked : [])
        changesAtWork = changes
        changes = RowChanges()
        guard rows.count > Self.fewRows, !(arranging.isPlain && todo.marked.isEmpty) else {
            if let outcome = todo.run() { land(outcome, of: todo, keepsPlace: keepsPlace) }
            return
        }
        work = Task.detached(priority: .userInitiated) { [weak self] in
            let outcome = todo.run {
                Task.isCancelled
            } showFirst: { first in
                // After an update the selected row has to be found first.
                guard !keepsPlace else { return }
                Task { @MainActor [weak self] in self?.landFirst(first, of: todo.arranging.filter) }
            }
            await self?.finish(outcome, of: todo, keepsPlace: keepsPlace)
        }
    }

    private func landFirst(_ first: Arrangement<Row>, of filter: String) {
        guard work != nil, filter == arranging.filter else { return }
        objectWillChange.send()
        show(first, selecting: 0)
    }

    private func finish(_ outcome: ArrangingWork<Row>.Outcome?, of todo: ArrangingWork<Row>, keepsPlace: Bool) {
        // A task that was cancelled has a successor, whose work this is not.
        guard let outcome, !Task.isCancelled else { return }
        work = nil
        objectWillChange.send()
        land(outcome, of: todo, keepsPlace: keepsPlace)
        if !changes.isEmpty { arrangeLater() }
    }

    /// Shows an arrangement with the selected row selected, which may be another by now, or the header that was.
    private func land(_ outcome: ArrangingWork<Row>.Outcome, of todo: ArrangingWork<Row>, keepsPlace: Bool) {
        let next = outcome.arrangement
        (arranged, arrangedFilter, index) = (next, todo.arranging.filter, outcome.index)
        if !marked.isDisjoint(with: outcome.lost) { marked.subtract(outcome.lost) }
        var found = selectedID == todo.selected ? outcome.line : nil
        if let selectedID, found == nil, selectedID != todo.selected {
            found = MovedLine.line(of: selectedID, near: selectedLine, in: next)
        } else if selectedID == nil, let header = arrangement.header(above: selectedLine) {
            found = next.line(ofSection: arrangement.sections[header.section].name)
        }
        let near = selectedLine == todo.selectedLine ? outcome.successor : selectedLine
        show(next, selecting: found ?? (keepsPlace || filter.isEmpty ? near : 0))
    }

    /// Shows another arrangement, scrolled so that the selected row stays where it was on the screen.
    private func show(_ next: Arrangement<Row>, selecting line: Int) {
        arrangement = next
        let moved = max(0, min(line, next.count - 1)) - selectedLine
        // A list that is at its beginning stays there, so that what comes in at the top is seen.
        if first > 0 { first = max(0, first + moved) }
        place(line: line)
    }

    private func place(line: Int) {
        selectedLine = max(0, min(line, arrangement.count - 1))
        let id = arrangement.id(inLine: selectedLine)
        if id != selectedID { selectedID = id }
    }

    /// Rows that an update says left are not marked any more. Where it does not say so, that is looked up with the next
    /// arrangement.
    private func dropMarks(_ update: RowUpdate<Row>) {
        guard !marked.isEmpty, let difference = update.difference else { return }
        var left = Set<Row.ID>()
        for case .remove(_, let id, _) in difference.removals { left.insert(id) }
        for case .insert(_, let id, _) in difference.insertions { left.remove(id) }
        if !left.isDisjoint(with: marked) { marked.subtract(left) }
    }
}
