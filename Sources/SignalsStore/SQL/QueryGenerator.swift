/// Writes a query as SQL.
package struct QueryGenerator {
    /// The columns that every table has beside its attributes.
    package static let numberColumn = "signals_id"
    package static let versionColumn = "signals_version"

    private let dialect: any SQLDialect
    /// The entity of each row that the condition speaks of here, the fetched one's first.
    private var entities: [EntitySchema]
    private var bindings: [StoredValue] = []
    private var sets: [Int: ValueSet] = [:]

    private init(_ entity: EntitySchema, _ dialect: any SQLDialect) {
        entities = [entity]
        self.dialect = dialect
    }

    /// A statement whose rows are the number, the version, and the attributes in their order.
    package static func select(_ query: Query, _ dialect: any SQLDialect) -> SQLText {
        var generator = QueryGenerator(query.entity, dialect)
        let columns = [numberColumn, versionColumn] + query.entity.attributes.map(\.name)
        return generator.statement(columns.map(dialect.quoted).joined(separator: ", "), query)
    }

    /// A statement whose only row is the number of rows that the query finds.
    package static func count(_ query: Query, _ dialect: any SQLDialect) -> SQLText {
        var generator = QueryGenerator(query.entity, dialect)
        var query = query
        query.order = []
        guard query.limit != nil || query.offset > 0 else { return generator.statement("COUNT(*)", query) }
        var inner = generator.statement("1", query)
        inner.text = "SELECT COUNT(*) FROM (\(inner.text))"
        return inner
    }

    private mutating func statement(_ columns: String, _ query: Query) -> SQLText {
        var text = "SELECT \(columns) FROM \(source(query.entity)) AS \(Self.alias(of: .fetched))"
        if let condition = query.condition { text += " WHERE " + sql(condition) }
        if columns.contains(Self.numberColumn) { text += " ORDER BY " + order(query) }
        if query.limit != nil || query.offset > 0 {
            text += " LIMIT " + bind(.integer(Int64(query.limit ?? -1)))
            text += " OFFSET " + bind(.integer(Int64(query.offset)))
        }
        return SQLText(text: text, bindings: bindings, sets: sets)
    }

    private static func alias(of row: QueryRow) -> String { "t\(row.depth)" }

    private func column(_ name: String, of row: QueryRow) -> String { "\(Self.alias(of: row)).\(dialect.quoted(name))" }

    private func order(_ query: Query) -> String {
        let terms = query.order.map { order in
            let attribute = (order.path.last?.target ?? query.entity).attributes[order.attribute]
            let collation =
                attribute.type == .string
                ? dialect.collation(for: order.textOrder) : dialect.collation(for: attribute.type)
            let value = order.path.isEmpty ? dialect.quoted(attribute.name) : pathValue(order, query.entity)
            return value + collation + (order.isAscending ? "" : " DESC")
        }
        return (terms + [dialect.quoted(Self.numberColumn)]).joined(separator: ", ")
    }

    private mutating func bind(_ value: StoredValue) -> String {
        bindings.append(value)
        return dialect.placeholder(bindings.count)
    }

    private mutating func bind(_ set: ValueSet) -> String {
        bindings.append(.null)
        sets[bindings.count] = set
        return dialect.placeholder(bindings.count)
    }

    fileprivate mutating func sql(_ expression: QueryExpression) -> String {
        switch expression.node {
        case .objectID(let row): column(Self.numberColumn, of: row)
        case .attribute(let index, let row): column(entities[row.depth].attributes[index].name, of: row)
        case .value(let value): bind(value)
        case .compare(let comparison, let left, let right): compare(comparison, left, right)
        case .and(let left, let right): and(left, right)
        case .or(let left, let right): or(left, right)
        case .not(let inner): "NOT (\(sql(inner)))"
        case .isOneOf(let element, let values): isOneOf(element, values)
        case .text(let test, let left, let right): dialect.text(test, sql(left), sql(right))
        case .count(let inner): dialect.count(inner.type, sql(inner))
        case .arithmetic(let operation, let left, let right):
            dialect.arithmetic(operation, expression.type, sql(left), sql(right))
        case .coalesce(let left, let right): "COALESCE(\(sql(left)), \(sql(right)))"
        case .unwrap(let inner): dialect.unwrap(sql(inner))
        case .ifPresent(let value, let then): "CASE WHEN \(sql(value)) IS NULL THEN NULL ELSE \(sql(then)) END"
        case .conditional(let test, let yes, let no):
            "CASE WHEN \(sql(test)) THEN \(sql(yes)) ELSE \(sql(no)) END"
        case .related(let number, let row, let entity, let value): related(number, row, entity, value)
        case .exists(let rows, let condition): "EXISTS (SELECT 1 \(members(rows, condition)))"
        case .countRows(let rows, let condition): "(SELECT COUNT(*) \(members(rows, condition)))"
        }
    }

    // A database may evaluate both sides of AND and OR in any order; only CASE keeps Swift's.
    private mutating func and(_ left: QueryExpression, _ right: QueryExpression) -> String {
        right.canFail || left.canFail
            ? "CASE WHEN \(sql(left)) THEN \(sql(right)) ELSE 0 END" : "(\(sql(left)) AND \(sql(right)))"
    }

    private mutating func or(_ left: QueryExpression, _ right: QueryExpression) -> String {
        right.canFail || left.canFail
            ? "CASE WHEN \(sql(left)) THEN 1 ELSE \(sql(right)) END" : "(\(sql(left)) OR \(sql(right)))"
    }

    private mutating func isOneOf(_ element: QueryExpression, _ values: [StoredValue]) -> String {
        let operand = sql(element)
        let present = values.filter { !$0.isNull && !isNaN($0, element.type) }
        let found =
            present.count > dialect.greatestListLength
            ? dialect.isElement(operand, of: bind(ValueSet(present, of: element.type)))
            : "\(operand)\(dialect.collation(for: element.type)) IN "
                + "(\(present.map { bind($0) }.joined(separator: ", ")))"
        guard element.isOptional else { return "(\(found))" }
        let whereNil = values.contains(where: \.isNull) ? 1 : 0
        return "CASE WHEN \(sql(element)) IS NULL THEN \(whereNil) ELSE \(found) END"
    }
}

// Other rows.
extension QueryGenerator {
    /// The table of an entity, with the rows of its subentities.
    private func source(_ entity: EntitySchema) -> String {
        if entity.subentities.isEmpty { return dialect.quoted(entity.name) }
        let columns = ([Self.numberColumn, Self.versionColumn] + entity.attributes.map(\.name)).map(dialect.quoted)
        let tables = ([entity.name] + entity.subentities).map { name in
            "SELECT \(columns.joined(separator: ", ")) FROM \(dialect.quoted(name))"
        }
        return "(\(tables.joined(separator: " UNION ALL ")))"
    }

    /// The attribute at the end of a path of references.
    private func pathValue(_ order: QueryOrder, _ entity: EntitySchema) -> String {
        var entity = entity
        var reference = ""
        for (index, step) in order.path.enumerated() {
            let column = column(entity.attributes[step.column].name, of: QueryRow(depth: index))
            reference = index == 0 ? column : nested(column, of: index, entity, reference)
            entity = step.target
        }
        let depth = order.path.count
        return nested(
            column(entity.attributes[order.attribute].name, of: QueryRow(depth: depth)), of: depth, entity, reference)
    }

    private func nested(_ value: String, of depth: Int, _ entity: EntitySchema, _ number: String) -> String {
        let row = QueryRow(depth: depth)
        return "(SELECT \(value) FROM \(source(entity)) AS \(Self.alias(of: row)) "
            + "WHERE \(column(Self.numberColumn, of: row)) = \(number))"
    }

    private mutating func related(
        _ number: QueryExpression, _ row: QueryRow, _ entity: EntitySchema, _ value: QueryExpression
    ) -> String {
        let number = sql(number)
        let value = inRow(row, entity) { $0.sql(value) }
        let table = "\(source(entity)) AS \(Self.alias(of: row))"
        return "(SELECT \(value) FROM \(table) WHERE \(column(Self.numberColumn, of: row)) = \(number))"
    }

    /// The part of a statement that finds related rows.
    private mutating func members(_ rows: RelatedRows, _ condition: QueryExpression?) -> String {
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
            return "FROM \(dialect.quoted(links.name)) AS \(pairs) JOIN \(table) "
                + "ON \(number) = \(pairs).\(LinkTable.column(side.opposite)) "
                + "WHERE \(pairs).\(LinkTable.column(side)) = \(owner)\(condition)"
        }
    }

    private mutating func inRow<Result>(
        _ row: QueryRow, _ entity: EntitySchema, _ body: (inout QueryGenerator) -> Result
    ) -> Result {
        let outer = entities
        defer { entities = outer }
        while entities.count <= row.depth { entities.append(entity) }
        entities[row.depth] = entity
        return body(&self)
    }
}

// Comparisons: NaN equals nothing and is neither less nor greater, and nil equals nil.
extension QueryGenerator {
    private mutating func compare(
        _ comparison: QueryExpression.Comparison, _ left: QueryExpression, _ right: QueryExpression
    ) -> String {
        if let value = left.constant ?? right.constant, isNaN(value, left.type) { return "0" }
        if let value = right.constant, isNaN(value, right.type) { return "0" }
        let collation = dialect.collation(for: left.type)
        let left = (expression: left, sql: sql(left) + collation)
        let right = (expression: right, sql: sql(right))
        switch comparison {
        case .equal: return equal(left, right)
        case .less: return guarding(right.expression, "\(left.sql) < \(right.sql)", right.sql)
        case .lessOrEqual: return guarding(right.expression, "\(left.sql) <= \(right.sql)", right.sql)
        case .greater: return guarding(left.expression, "\(left.sql) > \(right.sql)", left.sql)
        case .greaterOrEqual: return guarding(left.expression, "\(left.sql) >= \(right.sql)", left.sql)
        }
    }

    private typealias Operand = (expression: QueryExpression, sql: String)

    private func equal(_ left: Operand, _ right: Operand) -> String {
        let isOptional = left.expression.isOptional || right.expression.isOptional
        let equal = isOptional ? dialect.isNotDistinct(left.sql, right.sql) : "\(left.sql) = \(right.sql)"
        let mayBothBeNaN = left.expression.constant == nil && right.expression.constant == nil
        guard left.expression.type.isFloating, mayBothBeNaN else { return "(\(equal))" }
        return "(\(equal) AND (\(left.sql) IS NULL OR \(dialect.isNumber(left.sql))))"
    }

    /// The comparison, where the side that a NaN would make greater can be one.
    private func guarding(_ greater: QueryExpression, _ comparison: String, _ sql: String) -> String {
        guard greater.type.isFloating, greater.constant == nil else { return "(\(comparison))" }
        return "(\(comparison) AND \(dialect.isNumber(sql)))"
    }

    private func isNaN(_ value: StoredValue, _ type: AttributeType) -> Bool {
        if case .blob = value { type.isFloating } else { false }
    }
}
