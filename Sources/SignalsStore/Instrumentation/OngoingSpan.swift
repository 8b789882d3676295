import SignalsCore

/// A span that has begun. It ends once, at the latest when it is released.
final class OngoingSpan: Sendable {
    private struct State: Sendable {
        var whenEnded: (@Sendable (StoreSpan.Outcome) -> Void)?
        var count: Int?
    }

    private let state: Locked<State>

    init(_ whenEnded: @escaping @Sendable (StoreSpan.Outcome) -> Void) { state = Locked(State(whenEnded: whenEnded)) }

    deinit { end() }

    /// Notes the rows of a save; the number of rows that a predicate finds is unknown.
    func note(_ changeSet: ChangeSet) {
        let count = changeSet.batchChanges.isEmpty ? changeSet.rowCount : nil
        state.withLock { $0.count = count }
    }

    /// Notes the number of objects or values.
    func note(_ count: Int) { state.withLock { $0.count = count } }

    /// Counts one more value.
    func countOne() { state.withLock { $0.count = ($0.count ?? 0) + 1 } }

    /// Runs a closure within the span, and ends it with what the closure returns or throws.
    func around<Output>(counting count: (Output) -> Int?, _ body: () throws -> Output) rethrows -> Output {
        do {
            let output = try body()
            if let count = count(output) { note(count) }
            end()
            return output
        } catch {
            end(error)
            throw error
        }
    }

    /// Ends it, with the error where the result is one.
    func end<Output>(_ result: Result<Output, some Error>) {
        if case .failure(let error) = result { end(error) } else { end() }
    }

    /// Ends it, with the error that it failed with.
    func end(_ error: (any Error)? = nil) {
        let (whenEnded, count) = state.withLock { ($0.whenEnded.take(), $0.count) }
        whenEnded?(StoreSpan.Outcome(error: error, count: error == nil ? count : nil))
    }
}
