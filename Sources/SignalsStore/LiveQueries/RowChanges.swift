/// The changes of a live query's rows from one state to the next.
struct RowChanges: Sendable {
    struct Change: Sendable {
        let position: Int
        let number: Int64
    }

    /// With their positions before. A row that moved is among both.
    var removals: [Change] = []
    /// With their positions after.
    var insertions: [Change] = []
    /// The numbers of rows that have other values, whether they moved or not.
    var updated: Set<Int64> = []

    var isEmpty: Bool { removals.isEmpty && insertions.isEmpty && updated.isEmpty }

    init() {}

    /// Compares two states of which nothing else is known: rows that are in both stay where that can be.
    init(from old: SnapshotRows, to new: SnapshotRows) {
        var places: [Int64: Int] = [:]
        places.reserveCapacity(old.count)
        for position in 0..<old.count { places[old[position].number] = position }
        // Where the rows that are in both were, in their present order: the longest rise among them stays.
        var common: [(old: Int, new: Int)] = []
        for position in 0..<new.count {
            let row = new[position]
            guard let place = places[row.number] else { continue }
            common.append((place, position))
            if !old[place].isSame(as: row) { updated.insert(row.number) }
        }
        let staying = LongestRise(common.map(\.old)).indices
        let stayingOld = Set(staying.map { common[$0].old })
        let stayingNew = Set(staying.map { common[$0].new })
        removals = (0..<old.count).filter { !stayingOld.contains($0) }
            .map { Change(position: $0, number: old[$0].number) }
        insertions = (0..<new.count).filter { !stayingNew.contains($0) }
            .map { Change(position: $0, number: new[$0].number) }
    }
}

/// The longest part of a sequence of different numbers that rises.
struct LongestRise {
    /// The places of its elements.
    let indices: [Int]

    init(_ values: [Int]) {
        // By length, where the rise of that length ends that ends lowest, and what comes before each in its rise.
        var ends: [Int] = []
        var before = [Int](repeating: -1, count: values.count)
        for index in values.indices {
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if values[ends[middle]] < values[index] { low = middle + 1 } else { high = middle }
            }
            if low > 0 { before[index] = ends[low - 1] }
            if low == ends.count { ends.append(index) } else { ends[low] = index }
        }
        var found: [Int] = []
        var next = ends.last ?? -1
        while next >= 0 {
            found.append(next)
            next = before[next]
        }
        indices = found.reversed()
    }
}
