/// Positions, of which each takes a bit.
struct PositionSet: Sendable {
    private var words: [UInt64]

    /// Some positions, all less than `bound`.
    init(_ positions: [Int32], below bound: Int) {
        words = Array(repeating: 0, count: bound / 64 + 1)
        for position in positions { words[Int(position) >> 6] |= 1 << UInt64(position & 63) }
    }

    func contains(_ position: Int32) -> Bool { words[Int(position) >> 6] & (1 << UInt64(position & 63)) != 0 }
}
