/// The rules by which the rows of a table are arranged: filter, order and sections.
struct Arranging<Row: Identifiable & Sendable>: Sendable where Row.ID: Sendable {
    /// Rows between two looks at whether the work was cancelled.
    private static var slice: Int { 4096 }
    /// So many rows are shown before the rest is looked at.
    private static var screenful: Int { 256 }

    /// The words that were typed after `/`.
    var filter = ""
    var test: (@Sendable (Row) -> Bool)?
    var order: RowSorting<Row>?
    var sectionName: (@Sendable (Row) -> String)?
    var closedSections: Set<String> = []
    var cells: [@Sendable (Row) -> String] = []

    /// True if all rows are shown as they come.
    var isPlain: Bool { filter.isEmpty && test == nil && order == nil && sectionName == nil }

    /// Returns the arrangement of `rows`; nil if the work was cancelled.
    ///
    /// - Parameters:
    ///   - isCancelled: asked now and then.
    ///   - showFirst: called once with the first rows that match, if more may follow and they are not sorted.
    func arrange(
        _ rows: RowList<Row>, isCancelled: () -> Bool = { false }, showFirst: (Arrangement<Row>) -> Void = { _ in }
    ) -> Arrangement<Row>? {
        guard !isPlain else { return Arrangement(rows) }
        guard let found = find(rows, isCancelled, showFirst) else { return nil }
        // Equal rows stay in the order of the list: sorting is stable.
        let sorted = order?.sorted(count: found.count) { rows.forEach(at: found, $0) } ?? found
        if isCancelled() { return nil }
        return sectionName.map { section(sorted, rows, $0) } ?? Arrangement(rows, positions: sorted)
    }

    /// Returns the arrangement of those rows that match too of an arrangement by a filter that this one's extends; nil
    /// if the work was cancelled. Only rows that were found before are looked at, and they stay in their order.
    func narrow(
        _ before: Arrangement<Row>, isCancelled: () -> Bool = { false },
        showFirst: (Arrangement<Row>) -> Void = { _ in }
    ) -> Arrangement<Row>? {
        let isRising = order == nil && sectionName == nil
        let positions = isRising ? before.matchingPositions : before.matchingPositions.sorted()
        guard let found = find(before.rows, among: positions, isCancelled, showFirst) else { return nil }
        return isRising
            ? Arrangement(before.rows, positions: found)
            : before.keeping(PositionSet(found, below: before.rows.count), order)
    }

    /// Returns the positions of the rows that are to be shown, which rise; nil if the work was cancelled.
    ///
    /// - Parameter candidates: the positions of the rows that may be, which rise; nil for all.
    private func find(
        _ rows: RowList<Row>, among candidates: [Int32]? = nil, _ isCancelled: () -> Bool,
        _ showFirst: (Arrangement<Row>) -> Void
    ) -> [Int32]? {
        if filter.isEmpty, test == nil { return candidates ?? (0..<Int32(rows.count)).map { $0 } }
        let count = candidates?.count ?? rows.count
        var found: [Int32] = []
        var hasShown = order != nil || sectionName != nil
        // A few rows are read one by one.
        var mayFind = rows.hasFind && count > rows.count / 8
        let search = TextSearch(filter)
        for start in stride(from: 0, to: count, by: Self.slice) {
            if isCancelled() { return nil }
            // Then the first rows are known, and the others can come as they like.
            if mayFind, hasShown || start >= Self.slice * 2 {
                mayFind = false
                if let all = rows.positions(isCancelled: isCancelled, where: { matches($0, search) }) { return all }
                if isCancelled() { return nil }
            }
            let part = start..<min(start + Self.slice, count)
            if let candidates {
                rows.forEach(at: Array(candidates[part])) { if matches($1, search) { found.append($0) } }
            } else {
                rows.forEach(in: part) { if matches($1, search) { found.append(Int32($0)) } }
            }
            if !hasShown, found.count >= Self.screenful {
                hasShown = true
                showFirst(Arrangement(rows, positions: found))
            }
        }
        return found
    }

    /// Returns true if a row is to be shown.
    func matches(_ row: Row, _ search: TextSearch) -> Bool {
        if let test, !test(row) { return false }
        return search.isFound(in: cells.count) { cells[$0](row) }
    }

    /// Sections stand in the order in which their first rows come.
    private func section(
        _ positions: [Int32], _ rows: RowList<Row>, _ name: @Sendable (Row) -> String
    ) -> Arrangement<Row> {
        var numbers: [String: Int] = [:]
        var members: [(name: String, positions: [Int32])] = []
        func add(_ position: Int32, _ row: Row) {
            let name = name(row)
            let number = numbers[name] ?? members.count
            if number == members.count {
                numbers[name] = number
                members.append((name, []))
            }
            members[number].positions.append(position)
        }
        // Rows that come as they are in the list are read several at once.
        if order == nil {
            rows.forEach(at: positions, add)
        } else {
            for position in positions { add(position, rows[Int(position)]) }
        }
        return Arrangement(
            rows,
            sections: members.map { name, positions in
                .init(name: name, positions: PositionList(positions), isClosed: closedSections.contains(name))
            })
    }
}
