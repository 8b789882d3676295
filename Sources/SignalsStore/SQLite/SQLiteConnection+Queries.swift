extension SQLiteConnection {
    func fetch(_ query: Query, _ dialect: SQLiteDialect, _ body: (RowPage) throws -> Void) throws {
        let sql = QueryGenerator.select(query, dialect)
        let statement = try statement(sql.text)
        defer { statement.reset() }
        try statement.bind(sql)
        var builder = RowPageBuilder(query.entity)
        let columns = query.entity.attributes.count
        while try statement.step() {
            try statement.appendRow(to: &builder, columns: columns)
            if builder.count == RowPageBuilder.pageSize { try body(builder.finish()) }
        }
        if builder.count > 0 { try body(builder.finish()) }
    }

    func count(_ query: Query, _ dialect: SQLiteDialect) throws -> Int {
        let sql = QueryGenerator.count(query, dialect)
        let statement = try statement(sql.text)
        defer { statement.reset() }
        try statement.bind(sql)
        return try statement.step() ? Int(statement.integer(at: 0)) : 0
    }
}
