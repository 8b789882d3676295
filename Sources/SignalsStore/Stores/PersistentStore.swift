import Foundation

/// Where objects are kept: the seam between contexts and a database.
///
/// A store deals in values, never in objects. `commit` is called by one thread at a time, everything else by any.
package protocol PersistentStore: AnyObject, StoreReader {
    /// Names the store for good; part of each object ID.
    var identifier: UUID { get }

    /// A reader that sees the store as it is now, however long it is kept and whatever is committed meanwhile.
    ///
    /// - Throws: `FetchError`.
    func pin() throws -> any StoreReader

    /// Applies the change sets in their order, commits once, and returns when that is durable. Each has an outcome of
    /// its own: one that fails leaves nothing behind, and the others hold.
    func commit(_ changeSets: [ChangeSet]) -> [Result<CommitOutcome, SaveError>]

    /// Takes numbers for new objects, which no one else will ever get. Called like `commit`.
    ///
    /// - Throws: `SaveError`.
    func reserveNumbers(_ count: Int) throws(SaveError) -> Range<Int64>

    /// Whether the store has work to do between commits. Called like `commit`.
    var wantsUpkeep: Bool { get }

    /// Does that work, after those that were committed have heard of it. Called like `commit`.
    func keepUp()

    /// Ends all use of the store. Called once, when nothing runs.
    func close()
}

extension PersistentStore {
    package var wantsUpkeep: Bool { false }
    package func keepUp() {}
}
