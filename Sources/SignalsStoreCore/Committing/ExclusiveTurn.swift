import SignalsCore

/// A turn of the writer that one caller has to itself, with what it applied.
package final class ExclusiveTurn: Sendable {
    package typealias Work = (ExclusiveTurn) throws(SaveError) -> Void

    /// An applied change, of which observers are notified when it is committed.
    package struct Applied: Sendable {
        package let changeSet: ChangeSet
        package let outcome: CommitOutcome
        package let origin: ObjectIdentifier
    }

    private struct State: Sendable {
        var applied: [Applied] = []
        var refused: [SaveError] = []
        var numbers: Range<Int64> = 0..<0
    }

    package let store: any StoreTurn
    private let state = Locked(State())

    package init(_ store: any StoreTurn) { self.store = store }

    /// Applies a change set, or nothing of it.
    package func apply(_ changeSet: ChangeSet, from origin: ObjectIdentifier) -> Result<CommitOutcome, SaveError> {
        let result = store.apply(changeSet)
        state.withLock { state in
            switch result {
            case .success(let outcome):
                state.applied.append(Applied(changeSet: changeSet, outcome: outcome, origin: origin))
            case .failure(let error): state.refused.append(error)
            }
        }
        return result
    }

    package var applied: [Applied] { state.withLock { $0.applied } }

    /// The errors of the change sets that were not applied.
    var refused: [SaveError] { state.withLock { $0.refused } }

    /// Returns a number for a new object. Numbers that were reserved here are not given out elsewhere before the
    /// commit.
    package func nextNumber() throws(SaveError) -> Int64 {
        if let number = state.withLock({ $0.numbers.popFirst() }) { return number }
        let reserved = try store.reserveNumbers(StoreCoordinator.firstBlockSize)
        state.withLock { $0.numbers = reserved.dropFirst() }
        return reserved.lowerBound
    }

    /// The numbers that are left over; called when all is committed.
    package func takeNumbers() -> Range<Int64> {
        state.withLock { state in
            defer { state.numbers = 0..<0 }
            return state.numbers
        }
    }
}
