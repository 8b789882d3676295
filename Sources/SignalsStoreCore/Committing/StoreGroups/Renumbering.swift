// The conversion of row IDs: rows have their store's own numbers in the store, and those of `StoreNumbers` in memory.

extension AttributeType {
    /// True if the values are numbers of objects.
    var isObjectNumber: Bool { self == .reference }
}

extension StoredValue {
    /// The value, with another number if it is the number of an object.
    func renumbered(_ column: AttributeSchema, _ number: (Int64) -> Int64) -> StoredValue {
        guard column.type.isObjectNumber, case .integer(let old) = self else { return self }
        return .integer(number(old))
    }
}

extension Array where Element == StoredValue {
    /// The values of all columns.
    func renumbered(_ entity: EntitySchema, _ number: (Int64) -> Int64) -> [StoredValue] {
        zip(self, entity.attributes).map { $0.renumbered($1, number) }
    }
}

extension RowPage {
    /// The page of the store at an index, as it is in memory.
    package func inMemory(at storeIndex: Int) -> RowPage {
        storeIndex == 0 ? self : renumbered(Array(self)) { StoreNumbers.number($0, at: storeIndex) }
    }

    func renumbered(_ rows: [Row], _ number: (Int64) -> Int64) -> RowPage {
        var page = RowPageBuilder(entity, capacity: rows.count)
        for row in rows {
            page.beginRow(number: number(row.number), version: row.version)
            for value in row.values.renumbered(entity, number) { page.append(value) }
        }
        return page.finish()
    }
}

extension LinkChange {
    func renumbered(_ number: (Int64) -> Int64) -> LinkChange {
        LinkChange(
            table: table, kind: kind, source: number(source), target: number(target), isMadeByTarget: isMadeByTarget,
            isDropped: isDropped, isImplied: isImplied)
    }
}

extension LinkOrder {
    func renumbered(_ number: (Int64) -> Int64) -> LinkOrder {
        LinkOrder(
            table: table, source: number(source), targets: targets.map(number), base: base?.map(number), isEnd: isEnd)
    }
}
