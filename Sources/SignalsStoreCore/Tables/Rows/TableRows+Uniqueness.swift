// Values that no two rows have.
extension TableRows {
    package func owner(of values: [StoredValue], _ attributes: [AttributeSchema], _ entity: EntitySchema) throws
        -> Int64?
    {
        let columns = attributes.compactMap { entity.column($0.name) }
        guard let first = columns.first, columns.count == values.count else { return nil }
        let wanted = zip(values, attributes).map { ComparedValue($0, as: $1.type) }
        return try pending.rows(with: values[0], in: first, of: catalog.table(entity)).first { row in
            zip(columns, attributes).map { ComparedValue(row.values[$0], as: $1.type) } == wanted
        }?.number
    }

    /// Makes sure that nobody else has the values that a row is given in some columns.
    func requireFree(_ row: StoredRow, _ entity: EntitySchema, _ columns: Set<Int>) throws {
        for column in columns.sorted() where entity.attributes[column].isUnique {
            try requireFree(row, entity, together: [column])
        }
        for set in entity.uniqueColumns where !columns.isDisjoint(with: set) {
            try requireFree(row, entity, together: set)
        }
    }

    private func requireFree(_ row: StoredRow, _ entity: EntitySchema, together set: [Int]) throws {
        if set.contains(where: { row.values[$0].isNull }) { return }
        let attributes = set.map { entity.attributes[$0] }
        let wanted = zip(set, attributes).map { ComparedValue(row.values[$0], as: $1.type) }
        let candidates = try pending.rows(with: row.values[set[0]], in: set[0], of: catalog.table(entity))
        let owner = candidates.first { other in
            other.number != row.number
                && zip(set, attributes).map { ComparedValue(other.values[$0], as: $1.type) } == wanted
        }
        guard let owner else { return }
        let taken = zip(set, attributes).map { row.values[$0].description(as: $1.type) }
        throw SaveError(
            .valueTaken(taken: taken.joined(separator: ", "), by: id(owner.number, entity)), entityName: entity.name,
            attributeName: attributes.map(\.name).joined(separator: ", "), objectIDs: [id(row.number, entity)])
    }
}
