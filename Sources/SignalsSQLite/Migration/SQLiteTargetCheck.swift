import Foundation
import SignalsSQL
import SignalsStoreCore

/// The check of the relationships whose targets may be of other classes than before. All tables have their new names
/// already.
struct SQLiteTargetCheck {
    let connection: SQLiteConnection
    /// The names of all entities of the new model.
    let entities: [String]
    private let dialect = SQLiteDialect()

    init(connection: SQLiteConnection, entities: [String]) {
        self.connection = connection
        self.entities = entities
    }

    /// Ends the references to dropped objects, as deleting them would have, and finds the references to objects of a
    /// wrong class.
    ///
    /// - Returns: the obstacles, as lines for a person.
    func run(_ change: TargetChange) throws -> [String] {
        if change.isOfSameClass { try clear(change) }
        let found = try wrong(change)
        guard !found.isEmpty else { return [] }
        let names = found.prefix(MigrationObstacle.namedObjects).map {
            "\(change.owner.name)/\($0.source) refers to \($0.target)"
        }
        return [
            "\(change.description): \(names.listed(of: found.count)), which is not a \(change.relationship.target). "
                + "Give the relationship another name to begin with none, or lead it elsewhere before"
        ]
    }

    private func clear(_ change: TargetChange) throws {
        switch change.storage {
        case .column(let name):
            let column = dialect.quoted(name)
            let table = dialect.quoted(change.owner.name)
            try connection.execute("UPDATE \(table) SET \(column) = NULL WHERE \(dialect.isNone(of: entities, column))")
        case .links(let links):
            let column = JoinTable.targetColumn
            try connection.execute(
                "DELETE FROM \(dialect.quoted(links.name)) WHERE \(dialect.isNone(of: entities, column))")
        }
    }

    private func wrong(_ change: TargetChange) throws -> [(source: Int64, target: Int64)] {
        let (table, source, target) =
            switch change.storage {
            case .column(let name): (change.owner.name, QueryGenerator.numberColumn, dialect.quoted(name))
            case .links(let links): (links.name, JoinTable.sourceColumn, JoinTable.targetColumn)
            }
        return try connection.strayPairs(table, source, target, missing: target, of: change.targets)
    }
}
