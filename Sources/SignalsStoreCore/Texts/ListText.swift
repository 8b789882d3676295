extension Sequence<String> {
    /// Returns a text that lists the elements, and says how many more there are.
    ///
    /// - Parameter count: the number of all, of which these are the first.
    package func listed(of count: Int) -> String {
        let words = Array(self)
        return words.joined(separator: ", ") + (count > words.count ? " and \(count - words.count) more" : "")
    }
}
