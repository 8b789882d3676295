/// A table that a ``PersistentStore`` keeps: rows with a number each, and a value for each column.
///
/// There is a table for each class of the model, by its entity's name, which keeps the objects of just that class; one
/// for each relationship to many that no column can keep, with a row for each pair of objects; and some for the
/// package's own data, such as the row IDs that it has reserved. The names of the last two kinds begin with `signals_`.
/// A store treats them all alike.
public struct StoreTable: Sendable, Hashable {
    /// A column, for which each row has a value.
    public struct Column: Sendable, Hashable {
        /// The name, unlike any other in the table, case aside: that of an attribute or of a relationship to one, or one
        /// of the package's own, such as `signals_position_…` for an object's position in a list.
        public let name: String
        /// The type of its values. The encoding of a type as a ``StoredValue`` is in the table at ``AttributeValue``. A
        /// `.reference` is the number of a row in another table.
        public let type: AttributeType
        /// True if `StoredValue.null` is among the values.
        public let isOptional: Bool
        /// True if no two rows have the same value, null aside. It is checked before rows are committed; a store that
        /// other programs write to has to check it, too.
        public let isUnique: Bool
        /// True if rows are often requested by the column's value.
        public let isIndexed: Bool

        /// A column, as tests of a store make it.
        ///
        /// - Parameters:
        ///   - name: its name.
        ///   - type: the type of its values.
        ///   - isOptional: true if null is among them.
        ///   - isUnique: true if no two rows have the same value.
        ///   - isIndexed: true if rows are often requested by it.
        public init(
            _ name: String, _ type: AttributeType, isOptional: Bool = false, isUnique: Bool = false,
            isIndexed: Bool = false
        ) {
            self.name = name
            self.type = type
            self.isOptional = isOptional
            self.isUnique = isUnique
            self.isIndexed = isIndexed
        }
    }

    /// The table's name, unlike any other in the store, case aside.
    public let name: String
    /// The columns, in the order of ``StoredRow/values``.
    public let columns: [Column]

    /// A table, as tests of a store make it.
    ///
    /// - Parameters:
    ///   - name: its name.
    ///   - columns: the columns of each row.
    public init(name: String, columns: [Column]) {
        self.name = name
        self.columns = columns
    }
}

extension StoreTable {
    /// The table with the rows of one class.
    package init(_ entity: EntitySchema) {
        name = entity.name
        columns = entity.attributes.map { attribute in
            Column(
                attribute.name, attribute.type, isOptional: attribute.isOptional, isUnique: attribute.isUnique,
                isIndexed: attribute.isIndexed)
        }
    }

    /// The table with the pairs of a relationship.
    package init(_ links: JoinTable) {
        name = links.name
        columns = [
            Column(JoinTable.sourceColumn, .reference, isIndexed: true),
            Column(JoinTable.targetColumn, .reference, isIndexed: true),
            Column(JoinTable.positionColumn, .double, isOptional: true),
        ]
    }

    /// All tables of a store with these entities.
    package static func all(_ entities: [EntitySchema]) -> [StoreTable] {
        var tables = entities.map { StoreTable($0) }
        for links in Set(entities.flatMap(\.relationships).compactMap(\.links)).sorted(by: { $0.name < $1.name }) {
            tables.append(StoreTable(links))
        }
        return tables + [StoreState.table, ReceiptRow.table]
    }
}
