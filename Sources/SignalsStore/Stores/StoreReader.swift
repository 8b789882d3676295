/// Reads a store: as it was last committed, or, where it is pinned, as it was then. May be used by any thread.
package protocol StoreReader: Sendable {
    /// Runs a query and hands its rows to `body` in pages of up to `RowPageBuilder.pageSize`, none of them empty.
    /// `body` must not call the store.
    ///
    /// - Throws: `FetchError`, as when the store holds what is no value at all, or what `body` throws.
    func fetch(_ query: Query, _ body: (RowPage) throws -> Void) throws

    /// The number of rows that a query finds.
    ///
    /// - Throws: `FetchError`.
    func count(_ query: Query) throws -> Int
}

extension StoreReader {
    /// Runs a query and hands each row to `body`, which must not call the store.
    ///
    /// - Throws: `FetchError`, or what `body` throws.
    package func fetchRows(_ query: Query, _ body: (RowPage.Row) throws -> Void) throws {
        try fetch(query) { page in for row in page { try body(row) } }
    }
}
