import Foundation

/// The state of a frame in the making: its cells, the moment it shows, and which live contents stand where.
@MainActor
final class Scene {
    /// A live content on the screen.
    struct Place {
        var content: any LiveContent
        var origin: Frame.Cursor
        var size: Size

        /// Returns true if the place has a cell in it.
        func contains(column: Int, row: Int) -> Bool {
            column >= origin.column && column < origin.column + size.columns && row >= origin.row
                && row < origin.row + size.rows
        }
    }

    let grid: CellGrid
    let now: Date
    /// The content that has the keys.
    let focus: ObjectIdentifier?
    /// The live contents on the screen, from the upper left.
    private(set) var places: [Place] = []

    /// A scene without contents.
    init(size: Size, now: Date, focus: (any LiveContent)?) {
        grid = CellGrid(size: size)
        self.now = now
        self.focus = focus.map { ObjectIdentifier($0) }
    }

    /// Remembers where a content stands. Returns true if it has the keys.
    func enter(_ content: any LiveContent, at origin: Frame.Cursor, size: Size) -> Bool {
        places.append(Place(content: content, origin: origin, size: size))
        return ObjectIdentifier(content) == focus
    }
}
