/// The relationships to many whose members are read with snapshots: by their numbers, in one query for a page of rows.
struct IncludedRelationships: Sendable {
    private struct Included: Sendable {
        let index: Int
        let path: Column
    }

    private enum Column: Sendable {
        /// The rows at the other end have the number of their owner in the first column, and in the second, where there is
        /// one, their position in its order. In whole rows these are the columns with the indexes.
        case inverse(EntitySchema, columns: [Int])
        case links(JoinTable, JoinTable.Side)
    }

    private var all: [Included] = []

    var isEmpty: Bool { all.isEmpty }

    /// None.
    init() {}

    /// The relationships that a request names. One to one is part of each row anyway.
    init<Object: ManagedObject>(_ request: FetchRequest<Object>, _ entity: EntityDescription, _ store: StoreCoordinator)
    {
        guard request.relationshipKeyPathsForPrefetching.hasElements else { return }
        for keyPath in request.relationshipKeyPathsForPrefetching {
            let relationship = entity.relationship(prefetchedBy: keyPath)
            switch relationship.storage {
            case .column: break
            case .links(let table, let side):
                all.append(Included(index: relationship.index, path: .links(table, side)))
            case .inverseColumn(let column):
                var target = store.schema(of: relationship.target)
                let columns = [column] + (relationship.inverse?.positionColumn.map { [$0] } ?? [])
                target.attributes = columns.map { target.attributes[$0] }
                all.append(Included(index: relationship.index, path: .inverse(target, columns: columns)))
            }
        }
    }

    /// The members of the rows of a page, by the index of the relationship.
    ///
    /// - Throws: `FetchError`.
    func members(of page: RowPage, _ reader: any StoreReader) throws -> [Int: SnapshotMembers] {
        var members: [Int: SnapshotMembers] = [:]
        for included in all {
            members[included.index] = SnapshotMembers(
                try Self.members(included.path, of: Array(page.numbers), reader), of: page)
        }
        return members
    }

    private static func members(
        _ path: Column, of owners: [Int64], _ reader: any StoreReader
    ) throws -> [Int64: [Int64]] {
        switch path {
        case .links(let table, let side):
            return Dictionary(grouping: try reader.links(of: table, side, to: owners), by: \.owner)
                .mapValues { $0.map(\.other) }
        case .inverse(let target, _):
            var query = Query(entity: target)
            let reference = QueryExpression(.attribute(0, of: .fetched), .reference, isOptional: true)
            query.condition = .boolean(.isOneOf(reference, owners.map(StoredValue.integer)))
            var members: [Int64: [(position: Double, number: Int64)]] = [:]
            try reader.fetchRows(query) { row in
                guard case .integer(let owner) = row.value(at: 0) else { return }
                members[owner, default: []].append((Self.position(of: row), row.number))
            }
            return members.mapValues { $0.sorted { ($0.position, $0.number) < ($1.position, $1.number) }.map(\.number) }
        }
    }

    // Rows without a position come last.
    private static func position(of row: RowPage.Row) -> Double {
        guard row.page.entity.attributes.count > 1, case .real(let position) = row.value(at: 1) else {
            return .infinity
        }
        return position
    }
}

// The effects of commits on the members.
extension IncludedRelationships {
    /// The rows that got or lost members, as far as a notice says so.
    func owners(in notice: CommitNotice) -> Set<Int64> {
        var owners: Set<Int64> = []
        for included in all {
            switch included.path {
            case .links(let table, let side):
                for change in notice.links where change.table == table {
                    owners.insert(side == .source ? change.source : change.target)
                }
                guard side == .source else { continue }
                for order in notice.orders where order.table == table { owners.insert(order.source) }
            case .inverse(let target, _):
                for page in notice.inserted where target.includes(page.entity.name) {
                    guard let column = page.entity.column(target.attributes[0].name) else { continue }
                    for row in page { if case .integer(let owner) = row.value(at: column) { owners.insert(owner) } }
                }
            }
        }
        return owners
    }

    /// By the index of the relationship, the rows that may have become another's members, or nobody's.
    func members(in notice: CommitNotice) -> [Int: Set<Int64>] {
        var members: [Int: Set<Int64>] = [:]
        for included in all {
            guard case .inverse(let target, let columns) = included.path else { continue }
            var numbers: Set<Int64> = []
            for (name, rows) in notice.updated where target.includes(name) {
                // Columns of a subclass have other indexes.
                if name != target.name || columns.contains(where: rows.mayChange) { numbers.formUnion(rows.numbers) }
            }
            for (name, deleted) in notice.deleted where target.includes(name) { numbers.formUnion(deleted) }
            if !numbers.isEmpty { members[included.index] = numbers }
        }
        return members
    }

    /// The rows that have some members now.
    ///
    /// - Throws: `FetchError`.
    func owners(of members: Set<Int64>, _ index: Int, _ reader: any StoreReader) throws -> Set<Int64> {
        var owners: Set<Int64> = []
        for included in all where included.index == index {
            guard case .inverse(let target, _) = included.path else { continue }
            var query = Query(entity: target)
            query.condition = .objectID(isOneOf: members)
            try reader.fetchRows(query) { row in
                if case .integer(let owner) = row.value(at: 0) { owners.insert(owner) }
            }
        }
        return owners
    }
}

extension EntitySchema {
    /// True if rows of the entity with a name are rows of this one.
    fileprivate func includes(_ name: String) -> Bool { name == self.name || subentities.contains(name) }
}

extension EntityDescription {
    /// The relationship that a request names. A key path to anything else stops the program.
    func relationship(prefetchedBy keyPath: AnyKeyPath) -> RelationshipDescription {
        guard case .relationship(let index) = target(of: keyPath) else {
            fatalError(
                "\(keyPath) cannot be prefetched: it is not a relationship of \(name). Give the key path of one.")
        }
        return relationships[index]
    }
}
