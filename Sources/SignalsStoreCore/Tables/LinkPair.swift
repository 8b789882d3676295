/// A pair of a relationship, as a row of its table.
struct LinkPair {
    /// The number of the row.
    let row: Int64
    let source: Int64
    let target: Int64
    /// NaN for none yet.
    let position: Double

    /// Nil for a row that is not a pair.
    init?(_ row: StoredRow) {
        guard case .integer(let source) = row.values[0], case .integer(let target) = row.values[1] else { return nil }
        (self.row, self.source, self.target) = (row.number, source, target)
        if case .real(let position) = row.values[2] { self.position = position } else { position = .nan }
    }

    /// The column that has a side's numbers.
    static func column(_ side: JoinTable.Side) -> Int { side == .source ? 0 : 1 }

    /// The values of a pair's row.
    static func values(_ source: Int64, _ target: Int64, position: Double = .nan) -> [StoredValue] {
        [.integer(source), .integer(target), position.isNaN ? .null : .real(position)]
    }

    func number(on side: JoinTable.Side) -> Int64 { side == .source ? source : target }

    /// Targets come by their positions, those without one last; what is equal comes by its number.
    func isBefore(_ other: LinkPair, seenFrom side: JoinTable.Side) -> Bool {
        if side == .target { return source < other.source }
        let (here, there) = (position.isNaN ? .infinity : position, other.position.isNaN ? .infinity : other.position)
        return (here, target) < (there, other.target)
    }
}
