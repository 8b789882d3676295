import SignalsCore

/// The statements that had many rows when they were last asked for.
final class LargeAnswers: Sendable {
    private static let leastRows = 5000
    private static let mostStatements = 256

    private let texts = Locked<Set<String>>([])

    func contains(_ text: String) -> Bool { texts.withLock { $0.contains(text) } }

    /// Notes how many rows a statement had.
    func note(_ count: Int, _ text: String) {
        texts.withLock { texts in
            if count < Self.leastRows {
                texts.remove(text)
            } else if texts.count < Self.mostStatements {
                texts.insert(text)
            }
        }
    }
}
