/// The rows of one table that were read while a commit is being decided on, with their changes.
struct PendingTable {
    /// A change of a row.
    enum Change {
        case stored(StoredRow)
        case removed

        var row: StoredRow? { if case .stored(let row) = self { row } else { nil } }
    }

    private let table: StoreTable
    /// The rows that the store was asked for; nil for one that it does not have.
    private var known: [Int64: StoredRow?] = [:]
    /// By a column and a value, the numbers of the rows that the store has with it, where it was asked.
    private var knownValues: [Int: [ComparedValue: [Int64]]] = [:]
    /// By the values of the first columns, the number of the row that the store has with them, where it was asked.
    private var knownTogether: [[ComparedValue]: Int64?] = [:]
    private var changed: [Int64: Change] = [:]
    /// The numbers of the changed rows by their value, for the columns that were asked about.
    private var changedValues: [Int: [ComparedValue: Set<Int64>]] = [:]

    init(_ table: StoreTable) { self.table = table }

    private func key(_ value: StoredValue, _ column: Int) -> ComparedValue {
        ComparedValue(value, as: table.columns[column].type)
    }

    func knows(_ number: Int64) -> Bool { changed[number] != nil || known[number] != nil }

    func knows(_ value: StoredValue, in column: Int) -> Bool { knownValues[column]?[key(value, column)] != nil }

    func knows(together values: [StoredValue]) -> Bool { knownTogether[keys(values)] != nil }

    private func keys(_ values: [StoredValue]) -> [ComparedValue] { values.enumerated().map { key($1, $0) } }

    /// - Parameter sets: values of the first columns, for which there are no other rows than these.
    mutating func cache(_ rows: [StoredRow], together sets: Set<[StoredValue]>) {
        cache(rows)
        guard let count = sets.first?.count else { return }
        for values in sets { knownTogether[keys(values)] = .some(nil) }
        for row in rows {
            let keys = keys(Array(row.values.prefix(count)))
            if knownTogether[keys] != nil { knownTogether[keys] = .some(row.number) }
        }
    }

    mutating func cache(_ rows: [StoredRow]) { for row in rows { known[row.number] = .some(row) } }

    mutating func cache(_ rows: [StoredRow], of numbers: Set<Int64>) {
        for number in numbers { known[number] = .some(nil) }
        cache(rows)
    }

    mutating func cache(_ rows: [StoredRow], with values: Set<StoredValue>, in column: Int) {
        cache(rows)
        for value in values { knownValues[column, default: [:]][key(value, column)] = [] }
        for row in rows {
            let key = key(row.values[column], column)
            knownValues[column]?[key]?.append(row.number)
        }
    }

    /// A row as it is now, which is known.
    func row(_ number: Int64) -> StoredRow? {
        if let change = changed[number] { return change.row }
        return known[number] ?? nil
    }

    /// The rows that have a value now, which is known.
    mutating func rows(with value: StoredValue, in column: Int) -> [StoredRow] {
        enterAll(in: column)
        let key = key(value, column)
        let stayed = (knownValues[column]?[key] ?? []).filter { changed[$0] == nil }
        return (stayed + (changedValues[column]?[key] ?? [])).sorted().compactMap { row($0) }
    }

    /// The rows that have values now in the first columns, which are known: of those that have the rarest one.
    mutating func rows(with values: [StoredValue]) -> [StoredRow] {
        let keys = keys(values)
        for column in values.indices { enterAll(in: column) }
        if let known = knownTogether[keys] {
            let changes = values.indices.map { changedValues[$0]?[keys[$0]] ?? [] }.min { $0.count < $1.count } ?? []
            let stayed = known.flatMap { changed[$0] == nil ? $0 : nil }
            return (changes.sorted() + [stayed].compactMap(\.self)).compactMap { row($0) }.filter { row in
                self.keys(Array(row.values.prefix(keys.count))) == keys
            }
        }
        let counts = keys.enumerated().map { column, key in
            (knownValues[column]?[key]?.count ?? 0) + (changedValues[column]?[key]?.count ?? 0)
        }
        guard let rarest = counts.indices.min(by: { counts[$0] < counts[$1] }) else { return [] }
        return rows(with: values[rarest], in: rarest).filter { row in
            keys.indices.allSatisfy { key(row.values[$0], $0) == keys[$0] }
        }
    }

    private mutating func enterAll(in column: Int) {
        guard changedValues[column] == nil else { return }
        changedValues[column] = [:]
        for change in changed.values { enter(change.row, in: column) }
    }

    /// Returns what the store found, with the changes.
    func replacing(_ found: [StoredRow], _ request: RowRequest) -> [StoredRow] {
        found.filter { changed[$0.number] == nil } + request.filter(changed.values.compactMap(\.row))
    }

    private mutating func enter(_ row: StoredRow?, in column: Int) {
        guard let row else { return }
        let key = key(row.values[column], column)
        changedValues[column]?[key, default: []].insert(row.number)
    }

    /// Changes a row, or with nil leaves it as the store has it; what it was to become before.
    mutating func set(_ change: Change?, _ number: Int64) -> Change? {
        let before = changed[number]
        changed[number] = change
        // A list of its own: while the dictionary's view of its keys exists, each change would copy the whole
        // dictionary.
        for column in Array(changedValues.keys) {
            if let row = before?.row {
                let key = key(row.values[column], column)
                changedValues[column]?[key]?.remove(number)
            }
            enter(change?.row, in: column)
        }
        return before
    }

    var edits: TableEdits {
        var edits = TableEdits(table)
        for (number, change) in changed.sorted(by: { $0.key < $1.key }) {
            edits.add(number, before: known[number] ?? nil, after: change.row)
        }
        return edits
    }

    var changes: TableChanges {
        var removed: Set<Int64> = []
        for (number, change) in changed where change.row == nil && (known[number] ?? nil) != nil {
            removed.insert(number)
        }
        let stored = changed.values.compactMap(\.row).sorted { $0.number < $1.number }
        return TableChanges(table, stored: stored, removed: removed)
    }

    func addImages(to images: inout RowImages) {
        for number in changed.keys { images.add(known[number] ?? nil, number, in: table) }
    }
}
