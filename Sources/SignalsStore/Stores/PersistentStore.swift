import Foundation

/// Where objects are kept: the seam between contexts and a database.
///
/// A store deals in values, never in objects. `commit` is called by one thread at a time, everything else by any.
package protocol PersistentStore: AnyObject, Sendable {
    /// Names the store for good; part of each object ID.
    var identifier: UUID { get }

    /// Runs a query and hands each row to `body`, which must not call the store.
    ///
    /// - Throws: `FetchError`, or what `body` throws.
    func fetch(_ query: Query, _ body: (any StoreRow) throws -> Void) throws

    /// The number of rows that a query finds.
    ///
    /// - Throws: `FetchError`.
    func count(_ query: Query) throws -> Int

    /// Applies the change sets in their order, commits once, and returns when that is durable. Each has an outcome of
    /// its own: one that fails leaves nothing behind, and the others hold.
    func commit(_ changeSets: [ChangeSet]) -> [Result<CommitOutcome, SaveError>]

    /// Takes numbers for new objects, which no one else will ever get. Called like `commit`.
    ///
    /// - Throws: `SaveError`.
    func reserveNumbers(_ count: Int) throws(SaveError) -> Range<Int64>

    /// Ends all use of the store. Called once, when nothing runs.
    func close()
}

/// One row that a query found.
package protocol StoreRow {
    /// The object's number.
    var number: Int64 { get }
    /// Counts the row's changes.
    var version: Int64 { get }
    /// The value of the attribute with this index in its entity.
    ///
    /// - Throws: `FetchError` when the store holds what is no value at all, as text that is not UTF-8.
    func value(at index: Int) throws -> StoredValue
}
