import SignalsCore

extension Collection where Element: Publisher {
    /// Delivers the values of all these publishers as they come.
    ///
    /// ```swift
    /// names.map { storage.addTask(name: $0) }.merge().collect()
    /// ```
    ///
    /// **Demand**, **completion** and **threads** are those of `Publishers.MergeMany`: while downstream wants all, so
    /// does it of each publisher, otherwise each is asked for one value at a time; it finishes when all have finished,
    /// for an empty collection at once; a failure of one ends all.
    ///
    /// - Returns: a publisher of the values of all.
    public func merge() -> Publishers.MergeMany<Element> {
        Publishers.MergeMany(self)
    }
}
