/// The rows that a query reads beside those that it finds. The first are read one by one; if more are needed, the whole
/// table is read once.
final class RelatedTables: RowLookup {
    private static let fewLookups = 16

    private let evaluation: TableEvaluation
    private var lookups: [JoinKey: Int] = [:]
    private var indexes: [JoinKey: [Int64: [StoredRow]]] = [:]

    /// Rows of an entity by what is in a column; by their own number, without one.
    private struct JoinKey: Hashable {
        let entity: String
        let subentities: [String]
        let column: Int?
    }

    init(_ evaluation: TableEvaluation) { self.evaluation = evaluation }

    /// The row of an entity with a number.
    func row(_ number: Int64, of entity: EntitySchema) throws -> StoredRow? {
        try find(JoinKey(entity: entity.name, subentities: entity.subentities, column: nil), number) {
            try evaluation.rows(of: entity, $0)
        }.first
    }

    /// The rows at the other end of a relationship to many of an owner.
    func rows(_ related: RelatedRows, of owner: Int64) throws -> [StoredRow] {
        let entity = related.entity
        switch related.path {
        case .column(let column):
            return try find(JoinKey(entity: entity.name, subentities: entity.subentities, column: column), owner) {
                try evaluation.rows(of: entity, $0)
            }
        case .links(let links, let side):
            let key = JoinKey(entity: links.name, subentities: [], column: LinkPair.column(side))
            let pairs = try find(key, owner) { try evaluation.read(RowRequest(evaluation.catalog.table(links), $0)) }
            return try pairs.compactMap(LinkPair.init).compactMap { pair in
                try row(pair.number(on: side.opposite), of: entity)
            }
        }
    }

    /// The value that a row is ordered by: its own, or that of an object which a path of references refers to.
    func value(of order: QueryOrder, for row: StoredRow) throws -> StoredValue {
        var row = row
        for step in order.path {
            guard case .integer(let number) = row.values[step.column],
                let next = try self.row(number, of: step.target)
            else { return .null }
            row = next
        }
        return order.value { row.values[$0] }
    }

    private func find(
        _ key: JoinKey, _ number: Int64, _ read: (RowSelection) throws -> [StoredRow]
    ) throws -> [StoredRow] {
        if let index = indexes[key] { return index[number] ?? [] }
        lookups[key, default: 0] += 1
        if lookups[key, default: 0] <= Self.fewLookups {
            guard let column = key.column else { return try read(.numbers([number])) }
            return try read(.values([.integer(number)], column: column))
        }
        let index = Dictionary(grouping: try read(.all)) { row in
            guard let column = key.column else { return row.number }
            if case .integer(let number) = row.values[column] { return number } else { return 0 }
        }
        indexes[key] = index
        return index[number] ?? []
    }
}
