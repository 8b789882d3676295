import Foundation
import SignalsStoreCore

/// The longest text or bytes that a save writes into a column with an index. An index of a server takes no more than a
/// third of a page, and the server does not say whose value it refused.
struct LongestIndexedValue {
    let entity: EntitySchema
    let number: Int64
    private let column: Int
    private let length: Int

    /// - Returns: nil if there is none.
    init?(in edits: [TableEdits], of entities: [EntitySchema]) {
        var found: Self?
        for edits in edits {
            guard let entity = entities.first(where: { $0.name == edits.table.name }) else { continue }
            let columns = Self.indexedColumns(of: edits.table, entity)
            for row in edits.inserted + edits.updated.map(\.after) {
                for column in columns where row.values[column].length > found?.length ?? 0 {
                    found = Self(entity, row, column)
                }
            }
        }
        guard let found else { return nil }
        self = found
    }

    private init(_ entity: EntitySchema, _ row: StoredRow, _ column: Int) {
        self.entity = entity
        self.column = column
        (number, length) = (row.number, row.values[column].length)
    }

    private static func indexedColumns(of table: StoreTable, _ entity: EntitySchema) -> [Int] {
        let declared = Set(entity.indexes.flatMap(\.terms).map(\.column))
        let unique = Set(entity.uniqueColumns.joined())
        return table.columns.indices.filter { index in
            let column = table.columns[index]
            return column.isIndexed || column.isUnique || unique.contains(index) || declared.contains(column.name)
        }
    }

    /// The error of the save.
    ///
    /// - Parameter id: the ID of the object with the value.
    func error(_ id: AnyManagedObjectID) -> SaveError {
        SaveError(
            .unencodable(
                reason: "it has \(length) bytes, and an index of the server takes about 2,700. Shorten it, or give the "
                    + "attribute no index."),
            entityName: entity.name, attributeName: entity.attributes[column].name, objectIDs: [id])
    }
}

extension StoredValue {
    /// The number of bytes of a text or of bytes; 0 for other values.
    fileprivate var length: Int {
        switch self {
        case .text(let text): text.utf8.count
        case .blob(let bytes): bytes.count
        case .null, .integer, .real: 0
        }
    }
}
