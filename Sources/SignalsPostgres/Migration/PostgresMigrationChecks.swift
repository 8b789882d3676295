import SignalsSQL
import SignalsStoreCore

/// Finds the obstacles to a migration after the rows were copied into their new tables, with the objects that they concern.
struct PostgresMigrationChecks {
    let connection: SchemaConnection

    /// Returns the values of unique attributes that several objects have.
    func duplicates(_ entity: EntitySchema) throws -> [String] {
        let table = connection.table(entity)
        return try entity.attributes.filter(\.isUnique).compactMap { attribute in
            let column = PostgresName.quoted(attribute.name)
            let found = try connection.run(
                Statement(
                    "SELECT \(column), pg_catalog.string_agg(signals_id::text, ',' ORDER BY signals_id) FROM \(table.name) "
                        + "WHERE \(column) IS NOT NULL GROUP BY \(column) HAVING count(*) > 1 ORDER BY min(signals_id)")
            )
            if found.count == 0 { return nil }
            let holders = (0..<min(found.count, MigrationObstacle.namedObjects)).map { row in
                let numbers = (found.text(row, 1) ?? "").split(separator: ",").map { "\(entity.name)/\($0)" }
                let value = PostgresValue.value(found.bytes(row, 0), as: attribute.type)
                return "\(list(numbers)) have \(value.description(as: attribute.type))"
            }
            return "\(entity.name).\(attribute.name) is unique: \(list(holders, of: found.count))"
        }
    }

    /// Returns the sets of columns that are unique together in which several rows have the same values.
    func duplicateSets(_ entity: EntitySchema) throws -> [String] {
        try entity.uniqueColumns.compactMap { set in
            let names = set.map { entity.attributes[$0].name }
            let columns = names.map(PostgresName.quoted)
            let count = try connection.count(
                "SELECT count(*) FROM (SELECT 1 FROM \(connection.table(entity).name) "
                    + "WHERE \(columns.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")) "
                    + "GROUP BY \(columns.joined(separator: ", ")) HAVING count(*) > 1) AS g")
            let rule = "\(entity.name) is unique by \(names.joined(separator: ", "))"
            return count == 0 ? nil : "\(rule): \(count) groups of objects have the same"
        }
    }

    /// Removes references to objects that were dropped, as deleting them would have, and returns references to objects of a
    /// wrong class.
    ///
    /// - Parameter names: those of all entities of the new model.
    func targets(_ change: TargetChange, among names: [String]) throws -> [String] {
        let (table, source, target) =
            switch change.storage {
            case .column(let column):
                (connection.name(change.owner.name), QueryGenerator.numberColumn, PostgresName.quoted(column))
            case .links(let links): (connection.table(links).name, JoinTable.sourceColumn, JoinTable.targetColumn)
            }
        if change.isOfSameClass {
            let stray = connection.isNone(of: names, "t.\(target)")
            switch change.storage {
            case .column: try connection.execute(["UPDATE \(table) AS t SET \(target) = NULL WHERE \(stray)"])
            case .links: try connection.execute(["DELETE FROM \(table) AS t WHERE \(stray)"])
            }
        }
        let found = try connection.strayPairs(table, source, target, missing: target, of: change.targets)
        if found.isEmpty { return [] }
        let pairs = found.map { "\(change.owner.name)/\($0.source) refers to \($0.target)" }
        return [
            "\(change.description): \(list(pairs)), which is not a \(change.relationship.target). "
                + "Give the relationship another name to begin with none, or lead it elsewhere before"
        ]
    }

    /// Makes the ends of one-to-ones refer to each other, and returns what cannot.
    func pairs(_ change: PairingChange) throws -> [String] {
        try connection.execute(change.completion(connection.name, PostgresName.quoted))
        let pairs = try change.disagreement(connection.name, PostgresName.quoted).map { query in
            let found = try connection.run(Statement(query))
            return (0..<found.count).map { (source: found.integer($0, 0) ?? 0, target: found.integer($0, 1) ?? 0) }
        }
        return [change.obstacle(pairs)].compactMap(\.self)
    }

    private func list(_ found: [String], of count: Int? = nil) -> String {
        found.prefix(MigrationObstacle.namedObjects).listed(of: count ?? found.count)
    }
}
