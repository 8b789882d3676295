import SignalsCore

/// A turn of the writer that one caller has to itself, with what it applied.
final class ExclusiveTurn: Sendable {
    typealias Work = (ExclusiveTurn) throws(SaveError) -> Void

    /// Something that was applied, which others hear of when it is committed.
    struct Applied: Sendable {
        let changeSet: ChangeSet
        let outcome: CommitOutcome
        let origin: ObjectIdentifier
    }

    private struct State: Sendable {
        var applied: [Applied] = []
        var numbers: Range<Int64> = 0..<0
    }

    let store: any StoreTurn
    private let state = Locked(State())

    init(_ store: any StoreTurn) { self.store = store }

    /// Applies a change set, or nothing of it.
    func apply(_ changeSet: ChangeSet, from origin: ObjectIdentifier) -> Result<CommitOutcome, SaveError> {
        let result = store.apply(changeSet)
        if case .success(let outcome) = result {
            state.withLock {
                $0.applied.append(Applied(changeSet: changeSet, outcome: outcome, origin: origin))
            }
        }
        return result
    }

    var applied: [Applied] { state.withLock { $0.applied } }

    /// A number for a new object. Nobody else gets one that was reserved here before it is committed.
    func nextNumber() throws(SaveError) -> Int64 {
        if let number = state.withLock({ $0.numbers.popFirst() }) { return number }
        let reserved = try store.reserveNumbers(4096)
        state.withLock { $0.numbers = reserved.dropFirst() }
        return reserved.lowerBound
    }

    /// The numbers that are left over; called when all is committed.
    func takeNumbers() -> Range<Int64> {
        state.withLock { state in
            defer { state.numbers = 0..<0 }
            return state.numbers
        }
    }
}
