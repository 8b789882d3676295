import Foundation

/// A store that one caller has to itself: what it reads is what was committed last, with what was applied since, and
/// nobody else commits until the turn ends. Used by one thread at a time.
package protocol StoreTurn: StoreReader {
    /// Applies a change set, or nothing of it. It is committed when the turn ends.
    func apply(_ changeSet: ChangeSet) -> Result<CommitOutcome, SaveError>

    /// Takes numbers for new objects, which no one else will get if the turn is committed.
    ///
    /// - Throws: `SaveError`.
    func reserveNumbers(_ count: Int) throws(SaveError) -> Range<Int64>

    /// The result of a key that has a receipt, of this turn or before.
    ///
    /// - Throws: `FetchError`.
    func receipt(for key: String) throws -> Data?
}
