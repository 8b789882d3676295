import SignalsCore
import SignalsStore

/// An instrumentation that remembers all spans, in the order in which they began.
final class SpanLog: Instrumentation {
    struct Entry: Sendable {
        let number: Int
        let span: StoreSpan
        /// One for each time that it ended.
        var outcomes: [StoreSpan.Outcome] = []
    }

    private struct State: Sendable {
        var entries: [Entry] = []
        var count = 0
    }

    private let state = Locked(State())
    private let kinds: Set<StoreSpan.Kind>

    /// - Parameter kinds: the kinds of interest.
    init(_ kinds: Set<StoreSpan.Kind> = Set(StoreSpan.Kind.allCases)) { self.kinds = kinds }

    func begin(_ span: StoreSpan) -> (@Sendable (StoreSpan.Outcome) -> Void)? {
        guard kinds.contains(span.kind) else { return nil }
        let number = state.withLock { state in
            state.count += 1
            state.entries.append(Entry(number: state.count, span: span))
            return state.count
        }
        return { outcome in
            self.state.withLock { state in
                guard let place = state.entries.firstIndex(where: { $0.number == number }) else { return }
                state.entries[place].outcomes.append(outcome)
            }
        }
    }

    var all: [Entry] { state.withLock { $0.entries } }

    /// Returns what began since the last call, and forgets it.
    func take() -> [Entry] {
        state.withLock { state in
            defer { state.entries = [] }
            return state.entries
        }
    }
}
