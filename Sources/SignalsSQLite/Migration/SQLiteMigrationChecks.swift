import Foundation
import SignalsSQL
import SignalsStoreCore

/// The search for values that prevent a migration, with the objects that have them.
struct SQLiteMigrationChecks {
    let connection: SQLiteConnection
    private let dialect = SQLiteDialect()

    init(connection: SQLiteConnection) { self.connection = connection }

    /// Values that no rule converts to the new type, and nils of required attributes.
    func conversions(_ mapping: EntityMapping) throws -> [String] {
        var obstacles: [String] = []
        for (attribute, column) in zip(mapping.new.attributes, mapping.columns) {
            guard case .converted(let old, let conversion) = column else { continue }
            let claim =
                "\(mapping.new.name).\(attribute.name) was \(old.type.rawValue) and is \(attribute.type.rawValue)"
            obstacles += try refused(in: mapping.old, old, claim) { value in
                value.flatMap(conversion.convert) == nil
            }
        }
        for (old, attribute) in mapping.requiredColumns {
            let claim = "\(mapping.new.name).\(attribute.name) was optional and is required"
            obstacles += try refused(in: mapping.old, old, claim) { $0?.isNull ?? false }
        }
        return obstacles
    }

    /// Makes the ends of one-to-ones refer to each other, and returns what cannot. All tables have their new names already.
    func pairs(_ change: PairingChange) throws -> [String] {
        for statement in change.completion(dialect.quoted, dialect.quoted) { try connection.execute(statement) }
        let pairs = try change.disagreement(dialect.quoted, dialect.quoted).map { try connection.pairs($0) }
        return [change.obstacle(pairs)].compactMap(\.self)
    }

    /// Converted values that the attribute's Swift type does not accept, such as a number that is not a case of an
    /// enum. The new table has its name already.
    func types(_ mapping: EntityMapping) throws -> [String] {
        try zip(mapping.new.attributes, mapping.columns).flatMap { attribute, column in
            guard case .converted = column else { return [String]() }
            let claim = "\(mapping.new.name).\(attribute.name) has values that its type does not accept"
            return try refused(in: mapping.new, attribute, claim) { !($0.map(attribute.origin.accepts) ?? false) }
        }
    }

    private func refused(
        in entity: EntitySchema, _ attribute: AttributeSchema, _ claim: String, where isRefused: (StoredValue?) -> Bool
    ) throws -> [String] {
        let column = attribute.type == .string ? dialect.exact(attribute.name) : dialect.quoted(attribute.name)
        let statement = try connection.statement(
            "SELECT \(QueryGenerator.numberColumn), \(column) FROM \(dialect.quoted(entity.name))")
        defer { statement.reset() }
        var found: [String] = []
        var count = 0
        while try statement.step() {
            let value = statement.value(at: 1)
            guard isRefused(value) else { continue }
            count += 1
            guard found.count < MigrationObstacle.namedObjects else { continue }
            let text = value?.description(as: attribute.type) ?? "text that is not UTF-8"
            found.append("\(entity.name)/\(statement.integer(at: 0)) has \(text)")
        }
        return found.isEmpty ? [] : ["\(claim): \(found.listed(of: count))"]
    }

    /// Values that several objects have, of attributes that are unique.
    func duplicates(_ entity: EntitySchema) throws -> [String] {
        try entity.attributes.filter(\.isUnique).flatMap { attribute in
            let column = dialect.quoted(attribute.name)
            let key = column + dialect.collation(for: attribute.type)
            let values = try connection.rows(
                "SELECT \(column) FROM \(dialect.quoted(entity.name)) WHERE \(column) IS NOT NULL "
                    + "GROUP BY \(key) HAVING COUNT(*) > 1 ORDER BY MIN(\(QueryGenerator.numberColumn))")
            let found = try values.prefix(MigrationObstacle.namedObjects).map { row in
                try holders(of: row[0], attribute, in: entity)
            }
            let claim = "\(entity.name).\(attribute.name) is unique"
            return found.isEmpty ? [] : ["\(claim): \(found.listed(of: values.count))"]
        }
    }

    /// Rows that have the same values in columns that are unique together.
    func duplicateSets(_ entity: EntitySchema) throws -> [String] {
        try entity.uniqueColumns.compactMap { set in
            let attributes = set.map { entity.attributes[$0] }
            let columns = attributes.map { dialect.quoted($0.name) }
            let keys = zip(columns, attributes).map { $0 + dialect.collation(for: $1.type) }
            let count = try connection.rows(
                "SELECT MIN(\(QueryGenerator.numberColumn)) FROM \(dialect.quoted(entity.name)) "
                    + "WHERE \(columns.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")) "
                    + "GROUP BY \(keys.joined(separator: ", ")) HAVING COUNT(*) > 1"
            ).count
            let claim = "\(entity.name) is unique by \(attributes.map(\.name).joined(separator: ", "))"
            return count == 0 ? nil : "\(claim): \(count) groups of objects have the same"
        }
    }

    private func holders(of value: StoredValue, _ attribute: AttributeSchema, in entity: EntitySchema) throws -> String
    {
        let column = dialect.quoted(attribute.name) + dialect.collation(for: attribute.type)
        let number = QueryGenerator.numberColumn
        let numbers = try connection.rows(
            "SELECT \(number) FROM \(dialect.quoted(entity.name)) WHERE \(column) = ? ORDER BY \(number)", [value])
        let names = numbers.prefix(MigrationObstacle.namedObjects).compactMap(\.first).map { "\(entity.name)/\($0)" }
        return "\(names.listed(of: numbers.count)) have \(value.description(as: attribute.type))"
    }
}
