/// The text of a content in the lower border of its pane, and how far it is scrolled.
public struct PaneStatus: Hashable, Sendable {
    /// The part of a list that is in sight.
    public struct Scroll: Hashable, Sendable {
        /// The first row in sight, from 0.
        public var first: Int
        /// The number of rows in sight.
        public var shown: Int
        /// The number of all rows.
        public var count: Int

        /// A part of a list.
        ///
        /// - Parameters:
        ///   - first: the first row in sight, from 0.
        ///   - shown: the number of rows in sight.
        ///   - count: the number of all rows.
        public init(first: Int, shown: Int, count: Int) {
            (self.first, self.shown, self.count) = (first, shown, count)
        }
    }

    /// The text at the left.
    public var leading: Line
    /// The text at the right, such as "2 of 18".
    public var trailing: Line
    /// The part in sight; nil when all of it is.
    public var scroll: Scroll?

    /// A status; empty unless something is given.
    ///
    /// - Parameters:
    ///   - leading: the text at the left.
    ///   - trailing: the text at the right, such as "2 of 18".
    ///   - scroll: the part in sight; nil when all of it is.
    public init(leading: Line = Line(), trailing: Line = Line(), scroll: Scroll? = nil) {
        (self.leading, self.trailing, self.scroll) = (leading, trailing, scroll)
    }
}
