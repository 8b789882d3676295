import Foundation
import SignalsStoreCore

/// The position of a commit in the order of all commits.
struct HistoryPosition: Sendable, Equatable {
    /// The number of commits of all programs up to this one.
    var generation: Int64
    /// Distinguishes the commit from one that had the same generation before a server lost it.
    var token: UUID

    init(generation: Int64, token: UUID) {
        self.generation = generation
        self.token = token
    }

    /// True if the row of an answer, a generation and the token of the one before it, follows on a position.
    static func isNext(_ answer: PostgresResult, after position: HistoryPosition) -> Bool {
        answer.integer(0, 0) == position.generation + 1
            && PostgresValue.value(answer.bytes(0, 1), as: .uuid) == position.token.storedValue()
    }

    /// The position in a row of an answer whose first columns are the generation and the token.
    init?(_ result: PostgresResult, _ row: Int) {
        guard row >= 0, row < result.count, let generation = result.integer(row, 0),
            let token = try? UUID(storedValue: PostgresValue.value(result.bytes(row, 1), as: .uuid))
        else { return nil }
        self.init(generation: generation, token: token)
    }
}
