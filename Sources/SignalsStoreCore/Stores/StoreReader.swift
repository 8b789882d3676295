/// A reader of a store: of the last commit, or of the state that it is pinned to. It may be used on any thread.
package protocol StoreReader: Sendable {
    /// Runs a query and hands its rows to `body` in pages of up to `RowPageBuilder.pageSize`, none of them empty.
    /// `body` must not call the store.
    ///
    /// - Throws: `FetchError`, such as when the store holds an invalid value, or the error of `body`.
    func fetch(_ query: Query, _ body: (RowPage) throws -> Void) throws

    /// The number of rows that a query finds.
    ///
    /// - Throws: `FetchError`.
    func count(_ query: Query) throws -> Int

    /// The numbers of the rows that a query finds, in its order.
    ///
    /// - Throws: `FetchError`.
    func numbers(_ query: Query) throws -> [Int64]

    /// The pairs of a join table in which one of these numbers is on a side, by the other's position and number.
    ///
    /// - Throws: `FetchError`.
    func links(of table: JoinTable, _ side: JoinTable.Side, to numbers: [Int64]) throws -> [LinkRow]

    /// The rows of a table of some columns, or of what is computed over rows.
    ///
    /// - Throws: `FetchError`.
    func tabulate(_ tabulation: Tabulation) throws -> ValueTable

    /// Returns how the rows that a query finds are looked for, in each store that is asked; nothing where that is not
    /// known.
    ///
    /// - Throws: `FetchError`.
    func explain(_ query: Query) throws -> [FetchPlan]

    /// The same reader, which notes the costs of its queries if the store can measure them.
    func metered(by meter: QueryMeter) -> any StoreReader
}

extension StoreReader {
    /// Runs a query and hands each row to `body`, which must not call the store.
    ///
    /// - Throws: `FetchError`, or what `body` throws.
    package func fetchRows(_ query: Query, _ body: (RowPage.Row) throws -> Void) throws {
        try fetch(query) { page in for row in page { try body(row) } }
    }

    package func numbers(_ query: Query) throws -> [Int64] {
        var numbers: [Int64] = []
        try fetch(query) { numbers += $0.numbers }
        return numbers
    }

    package func explain(_ query: Query) throws -> [FetchPlan] { [] }

    package func metered(by meter: QueryMeter) -> any StoreReader { self }

    package func tabulate(_ tabulation: Tabulation) throws -> ValueTable { try tabulateInMemory(tabulation) }

    /// Computes the table here, for a store that cannot.
    package func tabulateInMemory(_ tabulation: Tabulation) throws -> ValueTable {
        var query = tabulation.query
        // Distinct rows are counted after the repeated ones are left out.
        if tabulation.isDistinct { (query.limit, query.offset) = (nil, 0) }
        var table = TableInMemory(tabulation)
        try fetchRows(query) { row in try table.add(row.value) }
        return try table.finish()
    }
}
