/// The aggregates over groups of the rows that a query finds, updated as rows come, change and go.
///
/// It keeps the contribution of each row and its group, so a change costs as much as the rows that it concerns: they
/// are read, and their former contributions are taken back.
struct LiveGroups<Element: Sendable>: LiveUpkeep {
    let query: Query
    private let keys: [Int]
    private let aggregations: [Aggregation]
    private let decode: @Sendable ([StoredValue]) throws -> Element
    private let keyTypes: [(column: Int, type: AttributeType)]
    private let hasValues: Bool
    private let noValues: [StoredValue]
    private var members: LiveMembers
    private var groups: [[ComparedValue]: LiveGroup] = [:]
    private var isLoaded = false
    private var table = LiveTable<Element>()

    /// - Parameter decode: makes what is put out of a group's key and what was computed over it.
    init(
        _ query: Query, by keys: [Int], _ aggregations: [Aggregation],
        _ decode: @escaping @Sendable ([StoredValue]) throws -> Element
    ) {
        self.query = query
        self.keys = keys
        self.aggregations = aggregations
        self.decode = decode
        keyTypes = keys.map { ($0, query.entity.attributes[$0].type) }
        hasValues = aggregations.contains { $0.column != nil }
        noValues = aggregations.map { _ in .null }
        members = LiveMembers(aggregations)
    }

    mutating func update(from reader: any StoreReader, _ changes: LiveChanges) throws -> [Element]? {
        // Rows beyond an offset or a limit, and other rows that conditions depend on, are not kept here.
        if query.limit != nil || query.offset > 0 || query.looksAtOtherRows { return try recompute(reader) }
        let touched = changes.isEverything ? [] : changes.touched
        do {
            // Many rows are read faster all at once.
            if !isLoaded || changes.isEverything || touched.count > 1000 + members.count / 8 {
                return try load(reader)
            }
            return try update(touched, reader)
        } catch let failure as RowComputation.Failure {
            throw FetchError.evaluation(reason: failure.description)
        }
    }

    private mutating func recompute(_ reader: any StoreReader) throws -> [Element]? {
        // A store's sum of nothing is null, and zero here: one is not put out after the other.
        let nothing =
            try keys.map { _ in .null } + zip(aggregations, types).map { try Accumulator($0.kind, $1).result() }
        let rows = try reader.tabulate(Tabulation(query: query, shape: .groups(by: keys, aggregations))).map { row in
            zip(row, nothing).map { $0.isNull ? $1 : $0 }
        }
        return try table.replaceAll(rows.map { (compared($0.prefix(keys.count)), $0) }, decode)
    }

    /// The types of what is aggregated.
    private var types: [AttributeType] {
        aggregations.map { $0.column.map { query.entity.attributes[$0].type } ?? .integer64 }
    }

    private mutating func load(_ reader: any StoreReader) throws -> [Element]? {
        isLoaded = true
        (members, groups) = (LiveMembers(aggregations), [:])
        if keys.isEmpty { groups[[]] = group([]) }
        try reader.fetchRows(query) { try add(member(of: $0), $0) }
        let rows = try groups.keys.sorted { $0.lexicographicallyPrecedes($1) }.map { ($0, try result(of: $0) ?? []) }
        return try table.replaceAll(rows, decode)
    }

    private mutating func update(_ touched: Set<Int64>, _ reader: any StoreReader) throws -> [Element]? {
        var part = query
        let isTouched = QueryExpression.objectID(isOneOf: touched)
        part.condition = query.condition.map { .boolean(.and(isTouched, $0)) } ?? isTouched
        part.order = []
        var found: [Int64: (member: LiveMember, row: RowPage.Row)] = [:]
        try reader.fetchRows(part) { found[$0.number] = (member(of: $0), $0) }
        var changed: Set<[ComparedValue]> = []
        for number in touched {
            let (before, after) = (members[number], found[number])
            if before == after?.member { continue }
            if let before {
                changed.insert(before.key)
                try remove(before, number)
            }
            if let after {
                changed.insert(after.member.key)
                try add(after.member, after.row)
            }
        }
        let rows = try changed.map { ($0, try result(of: $0)) }
        return try table.replace(rows, decode)
    }

    private func compared(_ values: some Sequence<StoredValue>) -> [ComparedValue] {
        zip(values, keys).map { ComparedValue($0, as: query.entity.attributes[$1].type) }
    }

    // Of each row: loops over arrays, and no sequences that would be looked up for their types.
    private func member(of row: RowPage.Row) -> LiveMember {
        var key: [ComparedValue] = []
        key.reserveCapacity(keys.count)
        for (column, type) in keyTypes { key.append(ComparedValue(row.value(at: column), as: type)) }
        if !hasValues { return LiveMember(key: key, values: noValues) }
        var values: [StoredValue] = []
        values.reserveCapacity(aggregations.count)
        for aggregation in aggregations { values.append(aggregation.column.map { row.value(at: $0) } ?? .null) }
        return LiveMember(key: key, values: values)
    }

    private func group(_ key: [StoredValue]) -> LiveGroup {
        LiveGroup(key, aggregations, types)
    }

    private mutating func add(_ member: LiveMember, _ row: RowPage.Row) throws {
        if let index = groups.index(forKey: member.key) {
            try groups.values[index].add(member, row.number)
        } else {
            var group = group(keys.map { row.value(at: $0) })
            try group.add(member, row.number)
            groups[member.key] = group
        }
        members.add(member, row.number)
    }

    private mutating func remove(_ member: LiveMember, _ number: Int64) throws {
        members.remove(number)
        guard let index = groups.index(forKey: member.key) else { return }
        try groups.values[index].remove(member)
        guard groups.values[index].count == 0, !keys.isEmpty else { return }
        groups.remove(at: index)
        members.removeKey(member.key)
    }

    /// The key of a group and what is computed over it; nil where there is none.
    private mutating func result(of key: [ComparedValue]) throws -> [StoredValue]? {
        guard let index = groups.index(forKey: key) else { return nil }
        return try groups.values[index].row { [members] number, computation in
            guard let member = members[number], member.key == key else { return nil }
            return member.values[computation]
        }
    }
}
