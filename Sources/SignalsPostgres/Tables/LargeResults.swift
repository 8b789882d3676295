import SignalsCore

/// The statements that had many rows when they were last asked for.
final class LargeResults: Sendable {
    private static let leastRows = 5000
    private static let statementLimit = 256

    private let texts = Locked<Set<String>>([])

    func contains(_ text: String) -> Bool { texts.withLock { $0.contains(text) } }

    /// Notes how many rows a statement had.
    func note(_ count: Int, _ text: String) {
        texts.withLock { texts in
            if count < Self.leastRows {
                texts.remove(text)
            } else if texts.count < Self.statementLimit {
                texts.insert(text)
            }
        }
    }
}
