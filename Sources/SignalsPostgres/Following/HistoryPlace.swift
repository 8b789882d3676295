import Foundation
import SignalsStoreCore

/// A commit in the order of all of them.
struct HistoryPlace: Sendable, Equatable {
    /// Counts the commits of all programs.
    var generation: Int64
    /// Tells the commit from another one that had the same place before a server lost it.
    var token: UUID

    init(generation: Int64, token: UUID) {
        self.generation = generation
        self.token = token
    }

    /// True if the row of an answer, a generation and the token of the one before it, follows on a place.
    static func isNext(_ answer: PostgresResult, after place: HistoryPlace) -> Bool {
        answer.integer(0, 0) == place.generation + 1
            && PostgresValue.value(answer.bytes(0, 1), as: .uuid) == place.token.storedValue()
    }

    /// The place in a row of an answer whose first columns are the generation and the token.
    init?(_ result: PostgresResult, _ row: Int) {
        guard row >= 0, row < result.count, let generation = result.integer(row, 0),
            let token = try? UUID(storedValue: PostgresValue.value(result.bytes(row, 1), as: .uuid))
        else { return nil }
        self.init(generation: generation, token: token)
    }
}
