import Foundation
import SignalsSQL
import SignalsStoreCore

// Finding out why a row could not be written.
extension SQLiteRows {
    func row(_ number: Int64, _ entity: EntitySchema) throws -> (version: Int64, values: [StoredValue])? {
        let columns = entity.attributes.count + (entity.keepsTexts ? 2 : 1)
        let rows = try connection.rows(table(entity).select, [.integer(number)], columns: columns)
        guard let row = rows.first, case .integer(let version) = row[0] else { return nil }
        return (version, entity.exact(row.dropFirst()))
    }

    /// Returns the explanation of a failed batch change: that a computation failed.
    func explanation(of failure: SQLiteFailure, _ entity: EntitySchema) -> any Error {
        guard case .evaluation(let reason) = failure.fetchError else { return failure }
        return SaveError(.unencodable(reason: reason), entityName: entity.name)
    }

    func owner(of values: [StoredValue], _ attributes: [AttributeSchema], _ entity: EntitySchema) throws -> Int64? {
        let columns = attributes.map(test)
        let key = QueryGenerator.numberColumn
        let condition = columns.joined(separator: " AND ")
        let sql = "SELECT \(key) FROM \(dialect.quoted(entity.name)) WHERE \(condition) LIMIT 1"
        guard case .integer(let number) = try connection.value(sql, compared(values, attributes)) else {
            return nil
        }
        return number
    }

    /// A test that a column has a value.
    private func test(_ attribute: AttributeSchema) -> String {
        dialect.quoted(attribute.name) + dialect.equality(for: attribute.type) + " = ?"
    }

    private func compared(_ values: [StoredValue], _ attributes: [AttributeSchema]) -> [StoredValue] {
        zip(values, attributes).map { $1.type.compared($0) }
    }

    /// Returns the explanation of a failed write: which value of which attribute is taken.
    func explanation(
        of failure: SQLiteFailure, _ entity: EntitySchema, _ number: Int64, _ values: [(Int, StoredValue)]
    ) throws -> any Error {
        guard failure.isUniqueViolation else { return failure }
        for (index, value) in values where entity.attributes[index].isUnique && !value.isNull {
            let attribute = entity.attributes[index]
            let key = QueryGenerator.numberColumn
            let sql = "SELECT \(key) FROM \(dialect.quoted(entity.name)) WHERE \(test(attribute)) AND \(key) <> ?"
            let values = [attribute.type.compared(value), .integer(number)]
            guard case .integer(let other) = try connection.value(sql, values) else { continue }
            return SaveError(
                .valueTaken(taken: value.description(as: attribute.type), by: id(other, entity)),
                entityName: entity.name,
                attributeName: attribute.name, objectIDs: [id(number, entity)])
        }
        return try explanation(ofSets: entity, number, values) ?? failure
    }

    /// Returns which values of which attributes are taken together.
    private func explanation(
        ofSets entity: EntitySchema, _ number: Int64, _ values: [(Int, StoredValue)]
    ) throws -> SaveError? {
        var all = try row(number, entity)?.values ?? entity.attributes.map { _ in .null }
        for (index, value) in values { all[index] = value }
        for set in entity.uniqueColumns where !set.contains(where: { all[$0].isNull }) {
            let attributes = set.map { entity.attributes[$0] }
            let tests = attributes.map(test)
            let key = QueryGenerator.numberColumn
            let found = try connection.value(
                "SELECT \(key) FROM \(dialect.quoted(entity.name)) WHERE \(tests.joined(separator: " AND ")) "
                    + "AND \(key) <> ?", compared(set.map { all[$0] }, attributes) + [.integer(number)])
            guard case .integer(let other) = found else { continue }
            let taken = zip(set, attributes).map { all[$0].description(as: $1.type) }.joined(separator: ", ")
            return SaveError(
                .valueTaken(taken: taken, by: id(other, entity)), entityName: entity.name,
                attributeName: attributes.map(\.name).joined(separator: ", "), objectIDs: [id(number, entity)])
        }
        return nil
    }
}
