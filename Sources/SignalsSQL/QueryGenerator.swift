import SignalsStoreCore

/// Writes a query as SQL.
package struct QueryGenerator {
    /// The columns that every table has beside its attributes.
    package static let numberColumn = "signals_id"
    package static let versionColumn = "signals_version"

    package let dialect: any SQLDialect
    /// The entity of each row that the condition speaks of here, the fetched one's first.
    package var entities: [EntitySchema]
    package var bindings: [StoredValue] = []
    private var types: [AttributeType] = []
    private var sets: [Int: ValueSet] = [:]
    /// True if texts are written as they were given; else in normal form, as they are compared.
    private var isExact = false
    /// True if conditions on related rows are written as sets of numbers, which are found once.
    var findsSets = false

    private init(_ entity: EntitySchema, _ dialect: any SQLDialect) {
        entities = [entity]
        self.dialect = dialect
    }

    /// A statement whose rows are the number, the version, the attributes in their order, and what is kept of the texts
    /// of a row where it has texts.
    ///
    /// - Parameter columns: the attributes, by their index; nil for all.
    package static func select(_ query: Query, _ dialect: any SQLDialect, columns: [Int]? = nil) -> SQLText {
        var generator = QueryGenerator(query.entity, dialect)
        let list =
            if let columns { generator.list(columns, query.entity) } else {
                query.entity.text(in: type(of: dialect)) {
                    generator.list(Array(query.entity.attributes.indices), query.entity)
                }
            }
        return generator.statement(list, query)
    }

    private func list(_ columns: [Int], _ entity: EntitySchema) -> String {
        let names = [Self.numberColumn, Self.versionColumn] + columns.map { entity.attributes[$0].name }
        let kept = entity.keepsTexts ? [Self.alias(of: .fetched) + "." + KeptTexts.column] : []
        // With the table's name: SQLite takes a quoted name alone for a text if no such column exists.
        return (names.map { column($0, of: .fetched) } + kept).joined(separator: ", ")
    }

    /// A statement whose only row is the number of rows that the query finds.
    package static func count(_ query: Query, _ dialect: any SQLDialect) -> SQLText {
        var generator = QueryGenerator(query.entity, dialect)
        var query = query
        query.order = []
        guard query.limit != nil || query.offset > 0 else {
            return generator.statement("COUNT(*)", query, isOrdered: false)
        }
        var inner = generator.statement("1", query, isOrdered: false)
        inner.text = "SELECT COUNT(*) FROM (\(inner.text))\(dialect.subqueryAlias)"
        return inner
    }

    /// A statement whose rows begin with the numbers of those that the query finds.
    package static func numbers(_ query: Query, _ dialect: any SQLDialect) -> SQLText {
        var generator = QueryGenerator(query.entity, dialect)
        var columns = [numberColumn]
        if !query.entity.subentities.isEmpty {
            // SQLite merges several tables by their indexes where it returns the values that it merges by.
            let attributes = query.order.filter(\.path.isEmpty).compactMap(\.attribute)
            columns += attributes.map { query.entity.attributes[$0].name }
        }
        return generator.statement(
            columns.map { generator.column($0, of: .fetched) }.joined(separator: ", "), query)
    }

    /// A statement that does something to the rows that the query finds, and whose rows are their numbers, with what they
    /// have in some columns.
    ///
    /// - Parameter columns: nil for a statement without rows.
    package static func batchChange(
        _ batchChange: ChangeSet.BatchChange, _ dialect: any SQLDialect, returning columns: [Int]? = []
    ) -> SQLText {
        var generator = QueryGenerator(batchChange.query.entity, dialect)
        return generator.batchChange(batchChange, returning: columns)
    }

    /// A statement whose rows are the numbers of those that a query finds, with the values that an update assigns.
    package static func newValues(
        _ assignments: [ChangeSet.Assignment], _ query: Query, _ dialect: any SQLDialect
    ) -> SQLText {
        var generator = QueryGenerator(query.entity, dialect)
        return generator.newValues(assignments, query)
    }

    /// A statement whose rows are those of the table.
    ///
    /// - Parameter further: the further terms that are computed over the rows of a group.
    package static func tabulate(
        _ tabulation: Tabulation, _ dialect: any SQLDialect, further: [String] = []
    ) -> SQLText {
        var generator = QueryGenerator(tabulation.query.entity, dialect)
        switch tabulation.shape {
        case .rows(let columns, let isDistinct): return generator.rows(columns, isDistinct, tabulation.query)
        case .groups(let keys, let aggregations): return generator.groups(keys, aggregations, further, tabulation.query)
        }
    }

    private mutating func statement(_ columns: String, _ query: Query, isOrdered: Bool = true) -> SQLText {
        var text = "SELECT \(columns)" + source(query)
        if isOrdered { text += " ORDER BY " + order(query) }
        text += slice(query)
        return finish(text)
    }

    /// The table, and the condition that its rows fulfil.
    package mutating func source(_ query: Query) -> String {
        let table = " FROM \(source(query.entity)) AS \(Self.alias(of: .fetched))" + joins(query)
        guard let condition = query.condition else { return table }
        return table + " WHERE " + filter(condition)
    }

    /// The condition that the fetched rows fulfil.
    package mutating func filter(_ condition: QueryExpression) -> String {
        findsSets = !condition.findsFewRows(of: entities[0])
        defer { findsSets = false }
        return term(condition)
    }

    /// The query's limit and offset.
    package mutating func slice(_ query: Query) -> String {
        guard query.limit != nil || query.offset > 0 else { return "" }
        let limit = bind(query.limit.map { .integer(Int64($0)) } ?? dialect.noLimit, .integer64)
        return " LIMIT \(limit) OFFSET \(bind(.integer(Int64(query.offset)), .integer64))"
    }

    package func finish(_ text: String) -> SQLText { SQLText(text: text, bindings: bindings, types: types, sets: sets) }

    package static func alias(of row: QueryRow) -> String { row.depth == 0 ? "t0" : "t\(row.depth)" }

    package func column(_ name: String, of row: QueryRow) -> String { "\(Self.alias(of: row)).\(dialect.quoted(name))" }

    /// An attribute's column; of a text, the text as it was given.
    package func exactColumn(_ attribute: AttributeSchema, of row: QueryRow) -> String {
        attribute.type == .string
            ? dialect.exact(attribute.name, of: Self.alias(of: row)) : column(attribute.name, of: row)
    }

    package mutating func order(_ query: Query) -> String {
        // No two rows are alike then, and a sort has less to carry.
        if query.order.contains(where: { $0.isUnique(in: query.entity) }) { return order(query, then: []) }
        let number = column(Self.numberColumn, of: .fetched)
        // Beside a join the number as it is has SQLite walk an index that is none of the order.
        return order(query, then: [query.order.contains { isJoined($0.path) } ? "+" + number : number])
    }

    package mutating func order(_ query: Query, then columns: [String]) -> String {
        var terms: [String] = []
        for order in query.order { terms.append(term(order, query.entity)) }
        return (terms + columns).joined(separator: ", ")
    }

    private mutating func term(_ order: QueryOrder, _ entity: EntitySchema) -> String {
        let direction = dialect.direction(isAscending: order.isAscending)
        guard let attribute = order.attribute else { return relevance(order) + direction }
        let type = order.type(in: entity)
        let collation = type == .string ? dialect.collation(for: order.textOrder) : dialect.sortCollation(for: type)
        let value = pathValue(order, attribute, entity)
        if case .collated(let locale) = order.textOrder, type == .string {
            return dialect.terms(value, by: locale).map { $0 + direction }.joined(separator: ", ")
        }
        return value + collation + direction
    }

    package mutating func bind(_ value: StoredValue, _ type: AttributeType) -> String {
        bindings.append(value)
        types.append(type)
        return dialect.placeholder(bindings.count, type)
    }

    private mutating func bind(_ set: ValueSet, _ type: AttributeType) -> String {
        bindings.append(.null)
        types.append(type)
        sets[bindings.count] = set
        return dialect.setPlaceholder(bindings.count, type)
    }

    package mutating func sql(_ expression: QueryExpression) -> String {
        if findsSets, let found = expression.conditionOnRelatedRow { return isFound(found) }
        let expression = expression.simplified
        return switch expression.node {
        case .objectID(let row): column(Self.numberColumn, of: row)
        case .attribute(let index, let row): attribute(entities[row.depth].attributes[index], of: row)
        case .value(.null) where dialect.writesNull: "NULL"
        case .value(let value): bind(isExact ? value : expression.type.compared(value), expression.type)
        case .compare(let comparison, let left, let right): compare(comparison, left, right)
        case .and, .or: terms(expression)
        // It binds more weakly than what it may be compared with.
        case .not(let inner): "(NOT (\(sql(inner))))"
        case .isOneOf(let element, let values): isOneOf(element, values)
        case .text(let test, let left, let right): text(test, left, right)
        case .matches(let search, let row): matches(search, row)
        case .count(let inner): dialect.count(inner.type, exact(inner))
        case .arithmetic(let operation, let left, let right):
            dialect.arithmetic(operation, expression.type, sql(left), sql(right))
        case .coalesce(let left, let right): "COALESCE(\(sql(left)), \(sql(right)))"
        case .unwrap(let inner): dialect.unwrap(sql(inner))
        case .ifPresent(let value, let then): "CASE WHEN \(sql(value)) IS NULL THEN NULL ELSE \(sql(then)) END"
        case .conditional(let test, let yes, let no):
            "CASE WHEN \(sql(test)) THEN \(sql(yes)) ELSE \(sql(no)) END"
        case .related(let number, let row, let entity, let value): related(number, row, entity, value)
        case .exists(let rows, let condition): exists(rows, condition)
        case .countRows(let rows, let condition): "(SELECT COUNT(*) \(members(rows, condition)))"
        }
    }

    private func attribute(_ attribute: AttributeSchema, of row: QueryRow) -> String {
        isExact ? exactColumn(attribute, of: row) : column(attribute.name, of: row)
    }

    /// The expression, whose texts are as they were given.
    package mutating func exact(_ expression: QueryExpression) -> String {
        inForm(isExact: true) { $0.sql(expression) }
    }

    mutating func inForm<Result>(isExact: Bool, _ body: (inout QueryGenerator) -> Result) -> Result {
        let outer = self.isExact
        defer { self.isExact = outer }
        self.isExact = isExact
        return body(&self)
    }

    private mutating func isOneOf(_ element: QueryExpression, _ values: [StoredValue]) -> String {
        inForm(isExact: false) { $0.isAny(element, of: values) }
    }

    private mutating func isAny(_ element: QueryExpression, of values: [StoredValue]) -> String {
        let operand = sql(element)
        let present = values.filter { !$0.isNull && !isNaN($0, element.type) }.map(element.type.compared)
        let found =
            present.count > dialect.greatestListLength
            ? dialect.isElement(operand, of: bind(ValueSet(present, of: element.type), element.type))
            : "\(operand)\(dialect.equality(for: element.type)) IN "
                + "(\(present.map { bind($0, element.type) }.joined(separator: ", ")))"
        guard element.isOptional else { return "(\(found))" }
        // Terms and no CASE, which no index can serve. A database may evaluate them in any order: neither can fail more
        // than the other.
        return values.contains(where: \.isNull)
            ? "(\(sql(element)) IS NULL OR \(found))" : "(\(sql(element)) IS NOT NULL AND \(found))"
    }
}

// Comparisons: NaN equals nothing and is neither less nor greater, and nil equals nil.
extension QueryGenerator {
    private mutating func compare(
        _ comparison: QueryExpression.Comparison, _ left: QueryExpression, _ right: QueryExpression
    ) -> String {
        if let value = left.constant ?? right.constant, isNaN(value, left.type) { return dialect.boolean(false) }
        if let value = right.constant, isNaN(value, right.type) { return dialect.boolean(false) }
        let hasConstant = left.constant != nil || right.constant != nil
        let collation =
            comparison == .equal && hasConstant
            ? dialect.equality(for: left.type) : dialect.collation(for: left.type)
        let sides = inForm(isExact: false) { ($0.sql(left), $0.sql(right)) }
        let left = (expression: left, sql: sides.0 + collation)
        let right = (expression: right, sql: sides.1)
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
        let equal = isOptional ? equalOrNil(left, right) : "\(left.sql) = \(right.sql)"
        let mayBothBeNaN = left.expression.constant == nil && right.expression.constant == nil
        guard left.expression.type.isFloating, mayBothBeNaN else { return "(\(equal))" }
        return "(\(equal) AND (\(left.sql) IS NULL OR \(dialect.isNumber(left.sql))))"
    }

    private func equalOrNil(_ left: Operand, _ right: Operand) -> String {
        let constants = [left.expression.constant, right.expression.constant]
        guard let constant = constants.compactMap({ $0 }).first else {
            return dialect.isNotDistinct(left.sql, right.sql)
        }
        let value = left.expression.constant == nil ? left.sql : right.sql
        return dialect.isNotDistinct(left.sql, right.sql, value: value, isNull: constant.isNull)
    }

    /// The comparison, where the side that a NaN would make greater can be one.
    private func guarding(_ greater: QueryExpression, _ comparison: String, _ sql: String) -> String {
        guard greater.type.isFloating, greater.constant == nil else { return "(\(comparison))" }
        return "(\(comparison) AND \(dialect.isNumber(sql)))"
    }

    package func isNaN(_ value: StoredValue, _ type: AttributeType) -> Bool {
        if case .blob = value { type.isFloating } else { false }
    }
}

extension QueryOrder {
    /// True if no two rows of the fetched entity have the same value there.
    fileprivate func isUnique(in entity: EntitySchema) -> Bool {
        guard path.isEmpty, textOrder == .swift, entity.subentities.isEmpty, let attribute else { return false }
        let column = entity.attributes[attribute]
        return column.isUnique && !column.isOptional && !column.type.isFloating
    }
}
