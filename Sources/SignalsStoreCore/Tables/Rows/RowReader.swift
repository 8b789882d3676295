/// A reader of a store's tables. It may be used on any thread.
public protocol RowReader: Sendable {
    /// Hands over rows of a table: at least those that are asked for, see ``RowRequest``.
    ///
    /// May be called by any thread, by several at once, and while a commit is under way. An answer has all of a commit's
    /// changes of the table, or none of them.
    ///
    /// - Throws: anything; the fetch fails with it if it is a `FetchError`, and else with `FetchError.store`, which quotes
    ///   it.
    func rows(_ request: RowRequest) throws -> [StoredRow]
}
