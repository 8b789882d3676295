/// The part of a save to several stores that was saved before it failed.
package struct SavedPart: Sendable {
    package let storeIndexes: Set<Int>
    package let outcome: CommitOutcome
}
