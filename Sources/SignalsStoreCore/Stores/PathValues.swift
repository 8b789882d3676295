/// The values that the paths of a query's order refer to from each of some rows, where the order is made outside the
/// store.
struct PathValues {
    /// By the index of a term of the order: the value for each row, by its number.
    private var values: [Int: [Int64: StoredValue]] = [:]

    /// None, for an order without paths.
    init() {}

    /// Reads them for rows of a store, all with the store's own numbers.
    ///
    /// - Throws: `FetchError`.
    init(_ pages: [RowPage], _ query: Query, _ store: any StoreReader) throws {
        for (index, order) in query.order.enumerated() where !order.path.isEmpty {
            values[index] = try Self.values(order, pages, store)
        }
    }

    /// Returns what the term at an index refers to from a row; nil as well where the path ends before.
    func value(at index: Int, from row: Int64) -> StoredValue { values[index]?[row] ?? .null }

    /// The values of rows that have other numbers now.
    func renumbered(_ number: (Int64) -> Int64) -> PathValues {
        var renumbered = self
        renumbered.values = values.mapValues { values in
            Dictionary(uniqueKeysWithValues: values.map { (number($0.key), $0.value) })
        }
        return renumbered
    }

    // One read for each step: of all rows that the step refers to.
    private static func values(
        _ order: QueryOrder, _ pages: [RowPage], _ store: any StoreReader
    ) throws -> [Int64: StoredValue] {
        guard let attribute = order.attribute else { return [:] }
        var reached: [Int64: StoredValue] = [:]
        for row in pages.lazy.joined() { reached[row.number] = row.value(at: order.path[0].column) }
        for (index, step) in order.path.enumerated() {
            let column = index + 1 < order.path.count ? order.path[index + 1].column : attribute
            let found = try self.values(of: column, of: step.target, reached.values, store)
            reached = reached.mapValues { found[$0] ?? .null }
        }
        return reached
    }

    /// A column of the rows with these numbers, by their numbers.
    private static func values(
        of column: Int, of entity: EntitySchema, _ numbers: some Sequence<StoredValue>, _ store: any StoreReader
    ) throws -> [StoredValue: StoredValue] {
        let numbers = Set(numbers).compactMap { if case .integer(let number) = $0 { number } else { nil } }
        guard !numbers.isEmpty else { return [:] }
        var query = Query(entity: entity)
        query.condition = .objectID(isOneOf: numbers)
        var found: [StoredValue: StoredValue] = [:]
        try store.fetchRows(query) { row in found[.integer(row.number)] = row.value(at: column) }
        return found
    }
}
