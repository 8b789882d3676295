import Foundation

/// A part of the screen that a content draws on. Anything drawn outside of it is cut off.
@MainActor
public struct Canvas {
    /// Its size.
    public let size: Size
    /// True if the content that draws here has the keys.
    public internal(set) var isFocused: Bool
    /// The moment that is shown.
    public var now: Date { scene.now }

    let origin: Frame.Cursor
    let scene: Scene

    /// The whole of a scene's grid.
    init(_ scene: Scene) {
        self.init(scene, origin: Frame.Cursor(column: 0, row: 0), size: scene.grid.size, isFocused: false)
    }

    private init(_ scene: Scene, origin: Frame.Cursor, size: Size, isFocused: Bool) {
        self.scene = scene
        self.origin = origin
        self.size = size
        self.isFocused = isFocused
    }

    /// Draws a line. What does not fit is replaced by `…`.
    ///
    /// - Parameters:
    ///   - line: the text.
    ///   - row: the row, from 0 at the top; nothing is drawn in a row outside the canvas.
    ///   - column: the column of its beginning, from 0 at the left; nothing is drawn from one outside the canvas on.
    ///   - columns: the number of columns that it may take; up to the right side unless given.
    public mutating func draw(_ line: Line, row: Int, column: Int = 0, columns: Int? = nil) {
        let room = min(columns ?? .max, size.columns - column)
        guard row >= 0, row < size.rows, column >= 0, room > 0 else { return }
        let end = origin.column + column + room
        var next = origin.column + column
        let line = line.width > room ? line.truncated(toWidth: room) : line
        for span in line.spans {
            next = scene.grid.draw(span.text, span.style, row: origin.row + row, column: next, end: end)
        }
    }

    /// Gives all cells of a row a style, as for the selected row.
    ///
    /// - Parameters:
    ///   - row: the row, from 0 at the top; a row outside the canvas is ignored.
    ///   - style: the style.
    public mutating func restyle(row: Int, _ style: Style) {
        guard row >= 0, row < size.rows else { return }
        let columns = origin.column..<origin.column + size.columns
        scene.grid.restyle(row: origin.row + row, columns: columns) { $0 = style }
    }

    /// Shows the cursor.
    ///
    /// - Parameters:
    ///   - row: the row, from 0 at the top; in one outside the canvas it is not shown.
    ///   - column: the column, from 0 at the left; the nearest one of the canvas if it is outside.
    public mutating func showCursor(row: Int, column: Int) {
        guard row >= 0, row < size.rows else { return }
        scene.grid.cursor = Frame.Cursor(
            column: origin.column + max(0, min(column, size.columns - 1)), row: origin.row + row)
    }

    /// Draws a content in a part of this canvas.
    ///
    /// - Parameters:
    ///   - content: the content.
    ///   - row: the part's first row, from 0 at the top.
    ///   - column: the part's first column, from 0 at the left. A part that begins outside the canvas is not drawn.
    ///   - size: the part's size, which is cut to this canvas.
    public mutating func draw(_ content: some Content, row: Int, column: Int, size: Size) {
        guard row >= 0, column >= 0, column < self.size.columns, row < self.size.rows else { return }
        var part = part(row: row, column: column, size: size)
        if let live = content as? any LiveContent {
            part.isFocused = scene.enter(live, at: part.origin, size: part.size)
        }
        content.draw(on: &part)
    }

    /// Returns a part of this canvas, cut to it.
    package func part(row: Int, column: Int, size: Size) -> Canvas {
        Canvas(
            scene, origin: Frame.Cursor(column: origin.column + column, row: origin.row + row),
            size: Size(
                columns: min(size.columns, self.size.columns - column), rows: min(size.rows, self.size.rows - row)),
            isFocused: isFocused)
    }

    /// Makes a part blank.
    mutating func clear(row: Int, column: Int, size: Size) {
        for line in row..<min(row + size.rows, self.size.rows) {
            let first = origin.column + column
            scene.grid.fill(
                .plain, row: origin.row + line, columns: first..<first + min(size.columns, self.size.columns - column))
        }
    }
}
