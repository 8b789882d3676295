/// A type that can be shown in a part of the screen. Conform to it to write your own contents.
///
/// A string and a `Line` are contents of one row; `Rows` and `Columns` are contents made of others.
@MainActor
public protocol Content {
    /// Returns the room that it wants.
    ///
    /// - Parameter room: the most that it can get, in cells.
    func measure(in room: Size) -> Measure

    /// Draws itself, as large as the canvas is.
    ///
    /// - Parameter canvas: the part of the screen that it got, whose size may differ from the room that it wants.
    func draw(on canvas: inout Canvas)
}

extension Content {
    /// Returns this content in a frame with a title.
    ///
    /// - Parameter title: the text in the upper border, cut to its width. It names a live content in the changes that
    ///   are reported without a screen.
    public func titled(_ title: Line) -> Block {
        var block = Block(self)
        block.title = title
        return block
    }

    /// Returns this content with a width of its own. Without one, it gets its largest size, or a share of the room if
    /// that is unlimited.
    ///
    /// - Parameter length: the rule for the width, in terminal columns, those of a border included. Among blocks one
    ///   below the other, a fixed width and the upper bound of a share limit it.
    public func width(_ length: Length) -> Block {
        var block = Block(self)
        block.width = length
        return block
    }

    /// Returns this content with a height of its own. Without one, it gets its largest size, or a share of the room
    /// if that is unlimited.
    ///
    /// - Parameter length: the rule for the height, in rows, those of a border included. Among blocks side by side, a
    ///   fixed height limits it.
    public func height(_ length: Length) -> Block {
        var block = Block(self)
        block.height = length
        return block
    }

    /// Returns this content with a rank: when space is short, the lowest goes first. 5 unless given.
    ///
    /// - Parameter priority: the rank; of equals the later block goes first.
    public func priority(_ priority: Int) -> Block {
        var block = Block(self)
        block.priority = priority
        return block
    }
}

extension Line: Content {
    /// Returns one row, as wide as the text.
    public func measure(in room: Size) -> Measure {
        Measure(least: Size(columns: 1, rows: 1), most: Size(columns: width, rows: 1))
    }

    /// Draws the line in the first row.
    public func draw(on canvas: inout Canvas) { canvas.draw(self, row: 0) }
}

extension String: Content {
    /// Returns one row, as wide as the text.
    public func measure(in room: Size) -> Measure { Line(self).measure(in: room) }

    /// Draws the text in the first row.
    public func draw(on canvas: inout Canvas) { canvas.draw(Line(self), row: 0) }
}
