import Foundation

/// An order of rows by one column.
struct RowSorting<Row: Sendable>: Sendable {
    /// Hands over positions and their rows, one after another.
    typealias Visit = (_ body: (Int32, Row) -> Void) -> Void

    /// True if the first row comes before the second.
    let isBefore: @Sendable (Row, Row) -> Bool
    private let sort: @Sendable (_ count: Int, Visit) -> [Int32]

    /// By a comparison of rows, all of which are in memory while they are sorted.
    init(isDescending: Bool, _ rises: @escaping @Sendable (Row, Row) -> Bool) {
        let isBefore: @Sendable (Row, Row) -> Bool
        if isDescending { isBefore = { rises($1, $0) } } else { isBefore = rises }
        self.isBefore = isBefore
        sort = { count, visit in
            var keyed: [(position: Int32, row: Row)] = []
            keyed.reserveCapacity(count)
            visit { keyed.append(($0, $1)) }
            keyed.sort { isBefore($0.row, $1.row) }
            return keyed.map(\.position)
        }
    }

    /// By a value of each row, which is all that is in memory while they are sorted.
    init<Key: Comparable & SendableMetatype>(isDescending: Bool, by key: @escaping @Sendable (Row) -> Key) {
        if isDescending { isBefore = { key($1) < key($0) } } else { isBefore = { key($0) < key($1) } }
        sort = { count, visit in
            var positions: [Int32] = []
            var keys: [Key] = []
            positions.reserveCapacity(count)
            keys.reserveCapacity(count)
            visit {
                positions.append($0)
                keys.append(key($1))
            }
            return positions.sorted(by: keys, isDescending: isDescending)
        }
    }

    /// Returns some positions in the order of their rows. Equal rows stay in the order in which they are visited.
    func sorted(count: Int, _ visit: Visit) -> [Int32] { sort(count, visit) }
}

extension [Int32] {
    /// Returns these positions in the order of their keys. For the keys that are usual the compiler makes code of its
    /// own, which is several times faster than the code for any.
    fileprivate func sorted<Key: Comparable>(by keys: [Key], isDescending: Bool) -> [Int32] {
        switch keys {
        case let keys as [Int]: arranged(by: keys, isDescending)
        case let keys as [Double]: arranged(by: keys, isDescending)
        case let keys as [Date]: arranged(by: keys.map(\.timeIntervalSinceReferenceDate), isDescending)
        case let keys as [String]: arranged(by: keys, isDescending)
        case let keys as [TextKey]: arranged(by: keys, isDescending)
        default: arranged(by: keys, isDescending)
        }
    }

    private func arranged<Key: Comparable>(by keys: [Key], _ isDescending: Bool) -> [Int32] {
        var keyed = zip(keys, self).map { (key: $0, position: $1) }
        if isDescending { keyed.sort { $1.key < $0.key } } else { keyed.sort { $0.key < $1.key } }
        return keyed.map(\.position)
    }
}
