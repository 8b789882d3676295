extension RandomAccessCollection {
    /// The number of elements that pass a test, where those that pass it all come before the others.
    func beginning(_ test: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if test(self[index(startIndex, offsetBy: middle)]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
