/// What a screen shows at one moment: its lines from the top, and where the cursor stands.
///
/// A frame is a value, so a screen can be tested as text: `XCTAssertEqual(screen.frame(in: size).text, …)`.
public struct Frame: Hashable, Sendable {
    /// The lines, from the top. What does not fit into the terminal is not drawn.
    public var lines: [Line]
    /// Where the cursor stands; `nil` hides it.
    public var cursor: Cursor?

    /// A place in a frame.
    public struct Cursor: Hashable, Sendable {
        /// The column, from 0 at the left.
        public var column: Int
        /// The row, from 0 at the top.
        public var row: Int

        /// The place in the given column and row, both from 0.
        public init(column: Int, row: Int) {
            self.column = column
            self.row = row
        }
    }

    /// A frame of the given lines, with the cursor hidden unless a place is given.
    public init(lines: [Line], cursor: Cursor? = nil) {
        self.lines = lines
        self.cursor = cursor
    }

    /// The lines without their styles, joined by line feeds.
    public var text: String { lines.map(\.text).joined(separator: "\n") }

    /// This frame with every line cut to the size, and lines below it left out.
    public func clipped(to size: Size) -> Frame {
        Frame(lines: lines.prefix(size.rows).map { $0.truncated(toWidth: size.columns) }, cursor: cursor)
    }
}
