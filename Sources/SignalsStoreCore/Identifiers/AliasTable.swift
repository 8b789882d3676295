/// Numbers by other numbers, 16 bytes for each pair: an import may bring a million of them, which stay.
///
/// The pairs are in runs, each in the order of its numbers. Numbers are given in rising order, so that a run mostly grows
/// at its end and runs have little in common; a dictionary takes two to five times as much, while it grows.
package struct AliasTable: Sendable {
    private typealias Pair = (number: Int64, other: Int64)

    /// The greatest number of pairs in a run that grows.
    private static let runLength = 32_768
    private var runs: [[Pair]] = []
    private(set) var count = 0

    /// All pairs.
    var all: [Int64: Int64] {
        runs.reduce(into: [:]) { all, run in for pair in run { all[pair.number] = pair.other } }
    }

    subscript(number: Int64) -> Int64? {
        for run in runs.reversed() {
            guard let first = run.first, let last = run.last, first.number <= number, number <= last.number else {
                continue
            }
            let index = Self.index(of: number, in: run)
            if run[index].number == number { return run[index].other }
        }
        return nil
    }

    /// Returns the final owner of a number; nil for a number without an owner.
    package func owner(of number: Int64) -> Int64? {
        var owner = self[number]
        // An owner may have joined another row since.
        for _ in 0..<7 {
            guard let known = owner, let next = self[known] else { break }
            owner = next
        }
        return owner
    }

    /// Adds pairs, of which the later one counts.
    mutating func merge(_ pairs: [Int64: Int64]) {
        let new = pairs.filter { self[$0.key] != $0.value }
        let sorted = new.map { ($0.key, $0.value) as Pair }.sorted { $0.number < $1.number }
        guard let first = sorted.first else { return }
        count += new.count
        guard let last = runs.indices.last, runs[last].count + sorted.count <= Self.runLength else {
            return runs.append(sorted)
        }
        let start = Self.index(of: first.number, in: runs[last])
        let behind = runs[last][start...].filter { new[$0.number] == nil }
        count -= runs[last].count - start - behind.count
        runs[last].removeSubrange(start...)
        runs[last] += behind.isEmpty ? sorted : (behind + sorted).sorted { $0.number < $1.number }
    }

    /// Returns where the number is in a run, or would be.
    private static func index(of number: Int64, in run: [Pair]) -> Int {
        var (low, high) = (0, run.count)
        while low < high {
            let middle = (low + high) / 2
            if run[middle].number < number { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
