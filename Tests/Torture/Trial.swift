import SignalsModel

/// One kind of torture, run round after round.
struct Trial: Sendable {
    let name: String

    /// Runs a round and returns what went wrong.
    let run: @Sendable (inout Seed, Options) -> [String]

    static let all = [mailbox, senders, chains, model]
}
