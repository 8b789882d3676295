import SignalsCore

/// The statements whose last result had many rows.
final class LargeResults: Sendable {
    private static let leastRows = 5000
    private static let statementLimit = 256

    private let texts = Locked<Set<String>>([])

    func contains(_ text: String) -> Bool { texts.withLock { $0.contains(text) } }

    /// Notes the number of rows of a statement's result.
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
