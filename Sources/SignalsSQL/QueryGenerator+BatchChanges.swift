import SignalsStoreCore

// Statements that change the rows that a query finds.
extension QueryGenerator {
    package mutating func batchChange(_ batchChange: ChangeSet.BatchChange, returning columns: [Int]?) -> SQLText {
        let query = batchChange.query
        let table = "\(dialect.table(query.entity.name)) AS \(Self.alias(of: .fetched))"
        let number = dialect.quoted(Self.numberColumn)
        var text: String
        switch batchChange.action {
        case .delete: text = "DELETE FROM \(table)"
        case .update(let assignments): text = "UPDATE \(table) SET \(list(assignments, query.entity))"
        }
        text += found(by: query)
        guard let columns else { return finish(text) }
        let names = [number] + columns.map { dialect.quoted(query.entity.attributes[$0].name) }
        return finish(text + " RETURNING \(names.joined(separator: ", "))")
    }

    /// The condition that a query finds a row.
    private mutating func found(by query: Query) -> String {
        guard query.limit != nil || query.offset > 0 else {
            return query.condition.map { " WHERE " + filter($0) } ?? ""
        }
        let inner =
            "SELECT \(column(Self.numberColumn, of: .fetched))" + source(query) + " ORDER BY " + order(query)
            + slice(query)
        return " WHERE \(dialect.quoted(Self.numberColumn)) IN (\(inner))"
    }

    /// A statement whose rows are the numbers of those that a query finds, with the values that an update assigns.
    mutating func newValues(_ assignments: [ChangeSet.Assignment], _ query: Query) -> SQLText {
        var columns = [dialect.quoted(Self.numberColumn)]
        for assignment in assignments { columns.append(exact(assignment.value)) }
        let table = "\(dialect.table(query.entity.name)) AS \(Self.alias(of: .fetched))"
        let text = "SELECT \(columns.joined(separator: ", ")) FROM \(table)" + found(by: query)
        return finish(text)
    }

    private mutating func list(_ assignments: [ChangeSet.Assignment], _ entity: EntitySchema) -> String {
        let version = dialect.quoted(Self.versionColumn)
        var terms: [String] = []
        for assignment in assignments {
            terms.append("\(dialect.quoted(entity.attributes[assignment.index].name)) = \(sql(assignment.value))")
        }
        return (terms + keeping(assignments, entity) + ["\(version) = \(version) + 1"]).joined(separator: ", ")
    }

    /// Returns what the rows keep of their texts, where some are assigned. Few rows keep any, and few texts have to be
    /// kept.
    private mutating func keeping(_ assignments: [ChangeSet.Assignment], _ entity: EntitySchema) -> [String] {
        let texts = assignments.filter { entity.attributes[$0.index].type == .string }
        if texts.isEmpty { return [] }
        let values = texts.map { (name: entity.attributes[$0.index].name, value: exact($0.value)) }
        let kept = dialect.kept(KeptTexts.column, values)
        let areInNormalForm = texts.allSatisfy {
            $0.value.constant.map { $0 == AttributeType.string.compared($0) } ?? false
        }
        let value = areInNormalForm ? "CASE WHEN \(KeptTexts.column) IS NOT NULL THEN \(kept) END" : kept
        return ["\(KeptTexts.column) = \(value)"]
    }
}
