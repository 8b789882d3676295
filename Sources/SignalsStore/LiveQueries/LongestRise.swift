/// The longest increasing subsequence of a sequence of different numbers.
struct LongestRise {
    /// The positions of its elements.
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
