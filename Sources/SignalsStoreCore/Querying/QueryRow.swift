/// A row that a condition speaks of: the one that is fetched or not, or one that it looks at beside that.
package struct QueryRow: Sendable, Hashable {
    /// 0 for the fetched row; how many rows enclose it, for another.
    package let depth: Int

    package init(depth: Int) {
        self.depth = depth
    }

    /// The row that is fetched or not.
    package static let fetched = QueryRow(depth: 0)
}
