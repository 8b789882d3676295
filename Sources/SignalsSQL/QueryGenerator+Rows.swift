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
    func pathValue(_ order: QueryOrder, _ entity: EntitySchema) -> String {
        if order.path.isEmpty { return ordered(order, entity, of: .fetched) }
        var entity = entity
        var reference = ""
        for (index, step) in order.path.enumerated() {
            let column = column(entity.attributes[step.column].name, of: QueryRow(depth: index))
            reference = index == 0 ? column : nested(column, of: index, entity, reference)
            entity = step.target
        }
        let depth = order.path.count
        return nested(ordered(order, entity, of: QueryRow(depth: depth)), of: depth, entity, reference)
    }

    // Foundation's orders tell texts apart that Swift calls equal.
    private func ordered(_ order: QueryOrder, _ entity: EntitySchema, of row: QueryRow) -> String {
        let attribute = entity.attributes[order.attribute]
        return order.textOrder.comparator == nil ? column(attribute.name, of: row) : exactColumn(attribute, of: row)
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
                + "ON \(number) = \(pairs).\(LinkTable.column(side.opposite)) "
                + "WHERE \(pairs).\(LinkTable.column(side)) = \(owner)\(condition)"
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
