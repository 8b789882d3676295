import SignalsStore

/// The end of an import whose other lines cannot be saved either, said once for all of them.
struct ImportStopped: Error, Sendable, CustomStringConvertible {
    let cause: SaveError
    let saved: Int
    let refused: Int
    let total: Int

    var description: String {
        "the import stopped: \(cause) \(saved) of \(total) lines are saved and \(total - saved - refused) are not; import "
            + "the file again then; tasks that are open already are refused"
    }
}

extension SaveError {
    /// True if the store is the reason, and not the line: what is tried next fails in the same way.
    var concernsTheStore: Bool {
        switch reason {
        case .diskFull, .readOnly, .inputOutput, .outcomeUnknown, .fileMissing, .damaged, .modelChanged, .closed: true
        default: false
        }
    }
}
