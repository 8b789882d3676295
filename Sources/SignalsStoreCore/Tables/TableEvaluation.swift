/// Answers queries from the rows of tables, as a database would.
package struct TableEvaluation {
    let catalog: TableCatalog
    let read: (RowRequest) throws -> [StoredRow]

    package init(catalog: TableCatalog, read: @escaping (RowRequest) throws -> [StoredRow]) {
        self.catalog = catalog
        self.read = read
    }

    /// The rows that a query finds, in its order, with the columns of its entity.
    package func find(_ query: Query) throws -> [StoredRow] {
        let narrowed = NarrowedQuery(query)
        return try find(
            query,
            among: rows(of: query.entity, narrowed.selection, order: narrowed.order, limit: narrowed.limit))
    }

    /// The rows that a query finds, in its order. All of them are among some, which have the columns of its entity.
    package func find(_ query: Query, among rows: [StoredRow]) throws -> [StoredRow] {
        let related = RelatedTables(self)
        var found = rows
        if let condition = query.condition {
            found = try found.filter { try RowEvaluation($0, among: related).holds(condition) }
        }
        found = try sorted(found, query, related)
        let rest = found.dropFirst(max(0, query.offset))
        return Array(rest.prefix(query.limit.map { max(0, $0) } ?? rest.count))
    }

    /// The rows of an entity and of its subentities, with the columns of the entity.
    func rows(
        of entity: EntitySchema, _ selection: RowSelection = .all, order: [RowRequest.Order] = [], limit: Int? = nil
    ) throws -> [StoredRow] {
        try catalog.family(of: entity).flatMap { member, table in
            let columns = entity.columns(in: member)
            let rows = try read(request(table, columns, selection, order, limit))
            if columns == Array(member.attributes.indices) { return rows }
            return rows.map { row in
                StoredRow(number: row.number, version: row.version, values: columns.map { row.values[$0] })
            }
        }
    }

    private func request(
        _ table: StoreTable, _ columns: [Int], _ selection: RowSelection, _ order: [RowRequest.Order], _ limit: Int?
    ) -> RowRequest {
        let order = order.map { RowRequest.Order(column: columns[$0.column], isAscending: $0.isAscending) }
        return RowRequest(table, selection.inColumns(columns), order: order, limit: limit)
    }

    /// The requests for the rows among which those are that a query finds.
    package func requests(_ query: Query) -> [RowRequest] {
        let narrowed = NarrowedQuery(query)
        return catalog.family(of: query.entity).map { member, table in
            request(table, query.entity.columns(in: member), narrowed.selection, narrowed.order, narrowed.limit)
        }
    }

    private func sorted(_ rows: [StoredRow], _ query: Query, _ related: RelatedTables) throws -> [StoredRow] {
        if query.order.isEmpty { return rows.sorted { $0.number < $1.number } }
        let keyed = try rows.map { row in (row, try query.order.map { try related.value(of: $0, for: row) }) }
        let types = query.order.map { $0.type(in: query.entity) }
        return keyed.sorted { left, right in
            for (index, order) in query.order.enumerated() {
                switch order.compare(left.1[index], right.1[index], types[index]) {
                case .orderedSame: continue
                case .orderedAscending: return order.isAscending
                case .orderedDescending: return !order.isAscending
                }
            }
            return left.0.number < right.0.number
        }.map(\.0)
    }
}

extension EntitySchema {
    /// Returns where the entity's columns are in a subentity.
    fileprivate func columns(in member: EntitySchema) -> [Int] {
        // Some of them may have been left out.
        if member.name == name, member.attributes.count == attributes.count { return Array(attributes.indices) }
        let columns = Dictionary(uniqueKeysWithValues: member.attributes.enumerated().map { ($1.name, $0) })
        return attributes.map { columns[$0.name]! }
    }
}
