/// Positions in an order, as numbers with room between them: to move one member changes one number, and two contexts that
/// put different members into an order at once do not touch each other's.
package enum OrderedPositions {
    /// The distance between neighbours that leaves room for others between them.
    package static let stride = 1024.0

    /// Positions that ascend, with as few of the given ones changed as can be. NaN stands for none yet.
    package static func respaced(_ positions: [Double]) -> [Double] {
        let kept = longestAscent(in: positions)
        var result = positions
        var previous: Double?
        var index = 0
        while index < positions.count {
            if kept.contains(index) {
                previous = positions[index]
                index += 1
                continue
            }
            var end = index
            while end < positions.count, !kept.contains(end) { end += 1 }
            let next = end < positions.count ? positions[end] : nil
            guard let gap = between(previous, next, count: end - index) else { return even(positions.count) }
            result.replaceSubrange(index..<end, with: gap)
            previous = gap.last
            index = end
        }
        return result
    }

    /// The same for members by their numbers. Neighbours that others gave one position keep one, where it has them in
    /// the order: of one position the lower number comes first.
    package static func respaced(_ positions: [Double], of numbers: [Int64]) -> [Double] {
        let areOne = positions.indices.map { index in
            index > 0 && positions[index] == positions[index - 1] && numbers[index - 1] < numbers[index]
        }
        var distinct = respaced(zip(positions, areOne).filter { !$1 }.map(\.0))[...]
        var position = Double.nan
        return areOne.map { isOne in
            if !isOne { position = distinct.removeFirst() }
            return position
        }
    }

    /// A position between those of two neighbours; nil when there is no room for it, or one of them has none yet.
    package static func between(_ lower: Double?, _ upper: Double) -> Double? {
        between(lower, upper, count: 1)?.first
    }

    private static func even(_ count: Int) -> [Double] { (0..<count).map { Double($0 + 1) * stride } }

    /// Positions between two others; nil when there is no room for them.
    private static func between(_ lower: Double?, _ upper: Double?, count: Int) -> [Double]? {
        guard let upper else {
            return (0..<count).map { (lower ?? 0) + Double($0 + 1) * stride }
        }
        let lower = lower ?? upper - Double(count + 1) * stride
        let step = (upper - lower) / Double(count + 1)
        var previous = lower
        var positions: [Double] = []
        for index in 0..<count {
            let position = lower + step * Double(index + 1)
            guard position > previous, position < upper else { return nil }
            positions.append(position)
            previous = position
        }
        return positions
    }

    /// The indexes of a longest run of positions that ascend already.
    private static func longestAscent(in positions: [Double]) -> Set<Int> {
        var tails: [Int] = []
        var before = [Int?](repeating: nil, count: positions.count)
        for (index, position) in positions.enumerated() where position.isFinite {
            let length = tails.partitioningIndex { positions[$0] >= position }
            before[index] = length > 0 ? tails[length - 1] : nil
            if length < tails.count { tails[length] = index } else { tails.append(index) }
        }
        var ascent: Set<Int> = []
        var next = tails.last
        while let index = next {
            ascent.insert(index)
            next = before[index]
        }
        return ascent
    }
}

extension Array {
    /// The first index whose element is in the second part of an array that is partitioned so.
    fileprivate func partitioningIndex(_ isInSecondPart: (Element) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if isInSecondPart(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
