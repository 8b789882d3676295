/// Reads several stores as one.
package struct StoreGroupReader: StoreReader {
    package let members: [any StoreReader]
    /// By the name of an entity, the indexes of the members that keep it.
    package let storeIndexes: [String: [Int]]

    /// The members that keep an entity, with the query as each understands it.
    private func askable(_ query: Query) -> [(storeIndex: Int, store: any StoreReader, query: Query)] {
        (storeIndexes[query.entity.name] ?? []).map { storeIndex in
            var local = query
            local.entity.subentities.removeAll { !(storeIndexes[$0] ?? []).contains(storeIndex) }
            local.condition = query.condition?.renumbered { number in
                StoreNumbers.storeIndex(of: number) == storeIndex ? StoreNumbers.stored(number) : -1
            }
            return (storeIndex, members[storeIndex], local)
        }
    }

    package func fetch(_ query: Query, _ body: (RowPage) throws -> Void) throws {
        let askable = askable(query)
        if askable.count == 1, let only = askable.first {
            return try only.store.fetch(only.query) { try body($0.inMemory(at: only.storeIndex)) }
        }
        let limit = query.limit.map { max(0, $0) }
        let offset = max(0, query.offset)
        var merge = RowMerge(query)
        for (storeIndex, store, query) in askable {
            var query = query
            query.limit = limit.map { $0.adding(offset) }
            query.offset = 0
            var pages: [RowPage] = []
            try store.fetch(query) { pages.append($0) }
            let paths = try PathValues(pages, query, store).renumbered { StoreNumbers.number($0, at: storeIndex) }
            merge.add(pages.map { $0.inMemory(at: storeIndex) }, paths)
        }
        try merge.run(dropping: offset, limit: limit, body)
    }

    package func count(_ query: Query) throws -> Int {
        let total = try askable(query).reduce(0) { total, asked in
            var query = asked.query
            query.limit = nil
            query.offset = 0
            return total + (try asked.store.count(query))
        }
        let rest = max(0, total - max(0, query.offset))
        return query.limit.map { min(rest, max(0, $0)) } ?? rest
    }

    package func explain(_ query: Query) throws -> [FetchPlan] {
        try askable(query).flatMap { try $0.store.explain($0.query) }
    }

    package func metered(by meter: QueryMeter) -> any StoreReader {
        StoreGroupReader(members: members.map { $0.metered(by: meter) }, storeIndexes: storeIndexes)
    }

    package func links(of table: JoinTable, _ side: JoinTable.Side, to numbers: [Int64]) throws -> [LinkRow] {
        try Dictionary(grouping: numbers, by: StoreNumbers.storeIndex).sorted { $0.key < $1.key }.flatMap {
            storeIndex, numbers in
            try members[storeIndex].links(of: table, side, to: numbers.map(StoreNumbers.stored)).map { row in
                LinkRow(
                    owner: StoreNumbers.number(row.owner, at: storeIndex),
                    other: StoreNumbers.number(row.other, at: storeIndex))
            }
        }
    }
}
