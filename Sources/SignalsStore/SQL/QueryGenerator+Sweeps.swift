// Statements that change the rows that a query finds.
extension QueryGenerator {
    mutating func sweep(_ sweep: ChangeSet.Sweep, returning columns: [Int]) -> SQLText {
        let query = sweep.query
        let table = "\(dialect.quoted(query.entity.name)) AS \(Self.alias(of: .fetched))"
        let number = dialect.quoted(Self.numberColumn)
        var text: String
        switch sweep.action {
        case .delete: text = "DELETE FROM \(table)"
        case .update(let assignments): text = "UPDATE \(table) SET \(list(assignments, query.entity))"
        }
        if query.limit != nil || query.offset > 0 {
            let inner = "SELECT \(number)" + source(query) + " ORDER BY " + order(query) + slice(query)
            text += " WHERE \(number) IN (\(inner))"
        } else if let condition = query.condition {
            text += " WHERE " + sql(condition)
        }
        let names = [number] + columns.map { dialect.quoted(query.entity.attributes[$0].name) }
        return finish(text + " RETURNING \(names.joined(separator: ", "))")
    }

    private mutating func list(_ assignments: [ChangeSet.Assignment], _ entity: EntitySchema) -> String {
        let version = dialect.quoted(Self.versionColumn)
        var terms: [String] = []
        for assignment in assignments {
            terms.append("\(dialect.quoted(entity.attributes[assignment.index].name)) = \(sql(assignment.value))")
        }
        return (terms + ["\(version) = \(version) + 1"]).joined(separator: ", ")
    }
}
