/// Positions of rows in the order in which they are shown. They are stored in pieces, so that a removal or an insertion
/// costs as much as a piece, not as much as the whole list.
struct PositionList: RandomAccessCollection, Sendable {
    private static var pieceSize: Int { 1024 }

    private var pieces: [[Int32]] = []
    /// The number of positions before each piece.
    private var starts: [Int] = []
    private(set) var count = 0

    init() {}

    init(_ positions: [Int32]) {
        count = positions.count
        for start in stride(from: 0, to: count, by: Self.pieceSize) {
            starts.append(start)
            pieces.append(Array(positions[start..<Swift.min(start + Self.pieceSize, count)]))
        }
    }

    var startIndex: Int { 0 }
    var endIndex: Int { count }

    subscript(place: Int) -> Int32 {
        let piece = piece(of: place)
        return pieces[piece][place - starts[piece]]
    }

    /// All positions in one piece.
    var array: [Int32] { Array(pieces.joined()) }

    /// Returns the place of a position, which is looked for near a place first; nil if it is not here.
    func place(of position: Int32, near: Int) -> Int? {
        guard count > 0 else { return nil }
        let near = Swift.max(0, Swift.min(near, count - 1))
        for place in Swift.max(0, near - 8)..<Swift.min(count, near + 9) where self[place] == position { return place }
        for (piece, start) in zip(pieces, starts) {
            if let place = piece.firstIndex(of: position) { return start + place }
        }
        return nil
    }

    mutating func insert(_ position: Int32, at place: Int) {
        count += 1
        guard !pieces.isEmpty else {
            (pieces, starts) = ([[position]], [0])
            return
        }
        let piece = piece(of: place)
        pieces[piece].insert(position, at: place - starts[piece])
        for later in piece + 1..<pieces.count { starts[later] += 1 }
        let length = pieces[piece].count
        guard length > 2 * Self.pieceSize else { return }
        pieces.insert(Array(pieces[piece][(length / 2)...]), at: piece + 1)
        pieces[piece].removeSubrange((length / 2)...)
        starts.insert(starts[piece] + length / 2, at: piece + 1)
    }

    mutating func remove(at place: Int) {
        count -= 1
        let piece = piece(of: place)
        pieces[piece].remove(at: place - starts[piece])
        for later in piece + 1..<pieces.count { starts[later] -= 1 }
        guard pieces[piece].isEmpty else { return }
        pieces.remove(at: piece)
        starts.remove(at: piece)
    }

    /// Returns the positions that are in a set, or those that are not.
    func filtered(_ set: PositionSet, isIn: Bool) -> PositionList {
        guard pieces.contains(where: { $0.contains { set.contains($0) != isIn } }) else { return self }
        return PositionList(pieces.flatMap { $0.filter { set.contains($0) == isIn } })
    }

    /// Shifts all positions after the list's rows have moved. None of them is of a row that left.
    mutating func shift(_ moves: PositionMoves) {
        let shifts = moves.shifts
        guard !shifts.isEmpty else { return }
        // One comparison after another of a whole piece is done several at once; many are not worth it.
        let isFew = shifts.count <= 64
        for piece in pieces.indices {
            if isFew {
                pieces[piece].shift(shifts)
            } else {
                for place in pieces[piece].indices {
                    guard let moved = moves.position(of: Int(pieces[piece][place])) else { continue }
                    pieces[piece][place] = Int32(moved)
                }
            }
        }
    }

    private func piece(of place: Int) -> Int { starts.beginning { $0 <= place } - 1 }
}

extension PositionList: Equatable {
    static func == (left: PositionList, right: PositionList) -> Bool {
        left.count == right.count && left.array == right.array
    }
}

extension [Int32] {
    /// Shifts positions, each by what all shifts at or before it say. Places without a row, which are less than 0, stay.
    mutating func shift(_ shifts: [(from: Int32, by: Int32)]) {
        let before = self
        before.withUnsafeBufferPointer { before in
            withUnsafeMutableBufferPointer { after in
                for (from, by) in shifts {
                    for place in 0..<after.count { after[place] &+= before[place] >= from ? by : 0 }
                }
            }
        }
    }
}
