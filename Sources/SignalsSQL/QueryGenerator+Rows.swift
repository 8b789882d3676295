import SignalsStoreCore

// Other rows.
extension QueryGenerator {
    /// The table of an entity, with the rows of those of its subentities that the database keeps.
    package func source(_ entity: EntitySchema) -> String {
        let subentities = entity.subentities.filter(dialect.keeps)
        if subentities.isEmpty { return dialect.table(entity.name) }
        let columns = [Self.numberColumn, Self.versionColumn].map(dialect.quoted) + dialect.columns(of: entity)
        let tables = ([entity.name] + subentities).map { name in
            "SELECT \(columns.joined(separator: ", ")) FROM \(dialect.table(name))"
        }
        return "(\(tables.joined(separator: " UNION ALL ")))"
    }

    /// The attribute that a query is ordered by, at the end of a path of references.
    func pathValue(_ order: QueryOrder, _ attribute: Int, _ entity: EntitySchema) -> String {
        if order.path.isEmpty { return ordered(order, attribute, entity, of: Self.alias(of: .fetched)) }
        if isJoined(order.path), let target = order.path.last?.target {
            return ordered(order, attribute, target, of: joinAlias(order.path[...]))
        }
        var entity = entity
        var reference = ""
        for (index, step) in order.path.enumerated() {
            let column = column(entity.attributes[step.column].name, of: QueryRow(depth: index))
            reference = index == 0 ? column : nested(column, of: index, entity, reference)
            entity = step.target
        }
        let depth = order.path.count
        return nested(
            ordered(order, attribute, entity, of: Self.alias(of: QueryRow(depth: depth))), of: depth, entity, reference)
    }

    /// True if the rows at the end of a path are joined to those that are ordered by them. It takes a third of the time of
    /// a query for each row, but where several tables have them, of which none can be joined by an index.
    func isJoined(_ path: [QueryOrder.Step]) -> Bool {
        !path.isEmpty && path.allSatisfy { $0.target.subentities.allSatisfy { !dialect.keeps($0) } }
    }

    /// The joins of the rows that others are ordered by.
    func joins(_ query: Query) -> String {
        var joins: [String] = []
        for order in query.order where isJoined(order.path) {
            for count in order.path.indices.map({ $0 + 1 }) {
                let join = join(order.path.prefix(count), query.entity)
                if !joins.contains(join) { joins.append(join) }
            }
        }
        return joins.joined()
    }

    private func join(_ path: ArraySlice<QueryOrder.Step>, _ entity: EntitySchema) -> String {
        guard let step = path.last else { return "" }
        let outer = path.dropLast()
        let reference = dialect.quoted((outer.last?.target ?? entity).attributes[step.column].name)
        let owner = outer.isEmpty ? Self.alias(of: .fetched) : joinAlias(outer)
        let alias = joinAlias(path)
        return " LEFT JOIN \(source(step.target)) AS \(alias) "
            + "ON \(alias).\(dialect.quoted(Self.numberColumn)) = \(owner).\(reference)"
    }

    private func joinAlias(_ path: ArraySlice<QueryOrder.Step>) -> String {
        "o" + path.map { String($0.column) }.joined(separator: "_")
    }

    // Foundation's orders distinguish texts that Swift considers equal.
    private func ordered(
        _ order: QueryOrder, _ attribute: Int, _ entity: EntitySchema, of alias: String
    ) -> String {
        let attribute = entity.attributes[attribute]
        guard attribute.type == .string, order.textOrder.comparator != nil else {
            return "\(alias).\(dialect.quoted(attribute.name))"
        }
        return dialect.exact(attribute.name, of: alias)
    }

    private func nested(_ value: String, of depth: Int, _ entity: EntitySchema, _ number: String) -> String {
        let row = QueryRow(depth: depth)
        return "(SELECT \(value) FROM \(source(entity)) AS \(Self.alias(of: row)) "
            + "WHERE \(column(Self.numberColumn, of: row)) = \(number))"
    }

    package mutating func related(
        _ number: QueryExpression, _ row: QueryRow, _ entity: EntitySchema, _ value: QueryExpression
    ) -> String {
        let number = sql(number)
        let value = inRow(row, entity) { $0.sql(value) }
        let table = "\(source(entity)) AS \(Self.alias(of: row))"
        return "(SELECT \(value) FROM \(table) WHERE \(column(Self.numberColumn, of: row)) = \(number))"
    }

    /// The part of a statement that finds related rows.
    package mutating func members(_ rows: RelatedRows, _ condition: QueryExpression?) -> String {
        let owner = sql(rows.owner)
        let table = "\(source(rows.entity)) AS \(Self.alias(of: rows.row))"
        let condition =
            condition.map { condition in inRow(rows.row, rows.entity) { " AND \($0.sql(condition))" } } ?? ""
        switch rows.path {
        case .column(let index):
            let reference = column(rows.entity.attributes[index].name, of: rows.row)
            return "FROM \(table) WHERE \(reference) = \(owner)\(condition)"
        case .links(let links, let side):
            let pairs = "l\(rows.row.depth)"
            let number = column(Self.numberColumn, of: rows.row)
            return "FROM \(dialect.table(links.name)) AS \(pairs) JOIN \(table) "
                + "ON \(number) = \(pairs).\(JoinTable.column(side.opposite)) "
                + "WHERE \(pairs).\(JoinTable.column(side)) = \(owner)\(condition)"
        }
    }

    mutating func inRow<Result>(
        _ row: QueryRow, _ entity: EntitySchema, _ body: (inout QueryGenerator) -> Result
    ) -> Result {
        let outer = entities
        defer { entities = outer }
        while entities.count <= row.depth { entities.append(entity) }
        entities[row.depth] = entity
        return body(&self)
    }
}
