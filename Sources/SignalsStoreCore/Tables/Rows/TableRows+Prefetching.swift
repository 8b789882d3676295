// Prefetches the rows that a change set needs all at once, since a store may be on a server or scan its tables.
extension TableRows {
    func prefetch(_ changeSet: ChangeSet) throws {
        var wanted = WantedRows(catalog)
        wanted.add(changeSet)
        try pending.prefetch(wanted.requests, pairs: wanted.pairs)
    }

    /// Reads what several change sets will ask for, all at once.
    package func prefetch(_ changeSets: [ChangeSet]) throws {
        var wanted = WantedRows(catalog)
        for changeSet in changeSets { wanted.add(changeSet) }
        let keys = Set(changeSets.compactMap { $0.receipt?.key }.map(StoredValue.text))
        try pending.prefetch(
            wanted.requests + (keys.isEmpty ? [] : [RowRequest(ReceiptRow.table, .values(keys, column: 0))]),
            pairs: wanted.pairs)
    }

    /// Reads what rows with new values of some columns are compared with.
    func prefetch(_ rows: [StoredRow], _ columns: [Int], _ entity: EntitySchema) throws {
        var wanted = WantedRows(catalog)
        for row in rows { wanted.add(columns.lazy.map { ($0, row.values[$0]) }, entity) }
        try pending.prefetch(wanted.requests)
    }

    package func prepare(
        _ references: [ReferentialRules.Reference], _ links: [ReferentialRules.Links], to numbers: [Int64]
    ) throws {
        let values = Set(numbers.map(StoredValue.integer))
        try pending.prefetch(
            references.map { RowRequest(catalog.table($0.holder), .values(values, column: $0.column)) }
                + links.map { RowRequest(catalog.table($0.table), .values(values, column: LinkPair.column($0.side))) })
    }
}

private struct WantedRows {
    /// The greatest number of combinations of ends that a store is asked to look for.
    private static let mostCombinations = 1000

    private(set) var numbers: [StoreTable: Set<Int64>] = [:]
    private(set) var values: [StoreTable: [Int: Set<StoredValue>]] = [:]
    /// The ends of pairs, where few are asked for: an end may have any number of other pairs.
    private(set) var pairs: [StoreTable: Set<[StoredValue]>] = [:]
    private let catalog: TableCatalog

    init(_ catalog: TableCatalog) { self.catalog = catalog }

    var requests: [RowRequest] {
        numbers.map { RowRequest($0, .numbers($1)) }
            + values.flatMap { table, columns in columns.map { RowRequest(table, .values($1, column: $0)) } }
    }

    mutating func add(_ changeSet: ChangeSet) {
        for update in changeSet.updates {
            add(update.number, update.entity)
            add(update.edits.lazy.map { ($0.index, $0.value) }, update.entity)
        }
        for deletion in changeSet.deletions {
            add(deletion.number, deletion.entity)
            addReferring(to: deletion.number, deletion.entity)
        }
        for page in changeSet.insertions {
            for row in page {
                add(row.number, page.entity)
                add(row.values.enumerated().lazy.map { ($0, $1) }, page.entity)
            }
        }
        for (table, links) in Dictionary(grouping: changeSet.links, by: \.table) { add(links, of: table) }
        for order in changeSet.orders { add(.integer(order.source), LinkPair.column(.source), order.table) }
    }

    private mutating func add(_ links: [LinkChange], of table: JoinTable) {
        let sources = Set(links.map { StoredValue.integer($0.source) })
        let targets = Set(links.map { StoredValue.integer($0.target) })
        if sources.count * targets.count <= Self.mostCombinations {
            let ends = links.map { [StoredValue.integer($0.source), .integer($0.target)] }
            pairs[catalog.table(table), default: []].formUnion(ends)
            return
        }
        for source in sources { add(source, LinkPair.column(.source), table) }
        for target in targets { add(target, LinkPair.column(.target), table) }
    }

    mutating func add(_ number: Int64, _ entity: EntitySchema) {
        numbers[catalog.table(entity), default: []].insert(number)
    }

    private mutating func add(_ value: StoredValue, _ column: Int, _ table: StoreTable) {
        if !value.isNull { values[table, default: [:]][column, default: []].insert(value) }
    }

    mutating func add(_ value: StoredValue, _ column: Int, _ links: JoinTable) {
        add(value, column, catalog.table(links))
    }

    /// Adds what new values of a row are compared with, and what they refer to.
    mutating func add(_ new: some Sequence<(Int, StoredValue)>, _ entity: EntitySchema) {
        let references = catalog.rules.references[entity.name] ?? []
        for (column, value) in new {
            let isFirstOfSet = entity.uniqueColumns.contains { $0.first == column }
            if entity.attributes[column].isUnique || isFirstOfSet { add(value, column, catalog.table(entity)) }
            guard case .integer(let target) = value else { continue }
            for reference in references where reference.column == column {
                for entity in reference.targets { add(target, entity) }
            }
        }
    }

    /// Adds what refers to a row that is deleted.
    mutating func addReferring(to number: Int64, _ entity: EntitySchema) {
        for reference in catalog.rules.referring[entity.name] ?? [] {
            add(.integer(number), reference.column, catalog.table(reference.holder))
        }
        for links in catalog.rules.links[entity.name] ?? [] {
            add(.integer(number), LinkPair.column(links.side), links.table)
        }
    }
}
