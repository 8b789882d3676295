/// A content with its size, title and rank.
@MainActor
public struct Block: Content {
    let content: any Content
    var title: Line?
    var width: Length?
    var height: Length?
    var priority = 5

    /// A block of `content`; a block is itself.
    ///
    /// - Parameter content: the content; of a block, its title, sizes and rank are kept.
    public init(_ content: some Content) {
        if let block = content as? Block { self = block } else { self.content = content }
    }

    /// Returns the room that it wants, with its frame.
    public func measure(in room: Size) -> Measure {
        var measure = content.measure(in: room)
        if title != nil {
            measure.least = measure.least.grown(by: 2)
            measure.most = measure.most.grown(by: 2)
        }
        return measure
    }

    /// Draws the content, in its frame where there is room for one.
    public func draw(on canvas: inout Canvas) {
        guard let title, canvas.size.columns > 4, canvas.size.rows > 2 else {
            return draw(content, on: &canvas, row: 0, column: 0, size: canvas.size)
        }
        let inside = Size(columns: canvas.size.columns - 2, rows: canvas.size.rows - 2)
        draw(content, on: &canvas, row: 1, column: 1, size: inside)
        let live = content as? any LiveContent
        let isFocused = live.map { ObjectIdentifier($0) == canvas.scene.focus } ?? false
        PaneBorder(title: title, status: live?.status ?? PaneStatus(), isFocused: isFocused).draw(on: &canvas)
    }

    private func draw(_ content: some Content, on canvas: inout Canvas, row: Int, column: Int, size: Size) {
        canvas.draw(content, row: row, column: column, size: size)
    }

    /// Returns the part it plays in a division of columns or rows.
    func part(along axis: Axis, in room: Size) -> Division.Part {
        let measure = measure(in: room)
        let (least, most) = (axis.length(of: measure.least), axis.length(of: measure.most))
        let length = axis == .columns ? width : height
        let automatic: Length = most >= Size.unlimited ? .share() : .fits
        return Division.Part(length: length ?? automatic, priority: priority, least: least, most: most)
    }

    /// Returns this block without frames, its own and those inside it.
    func withoutFrames() -> Block {
        var block = self
        block.title = nil
        if let stack = content as? any BlockStack { block = block.replacing(stack.withoutFrames()) }
        return block
    }

    private func replacing(_ content: some Content) -> Block {
        var block = Block(content)
        (block.title, block.width, block.height, block.priority) = (title, width, height, priority)
        return block
    }
}

extension Size {
    fileprivate func grown(by cells: Int) -> Size {
        Size(
            columns: columns >= Size.unlimited ? columns : columns + cells,
            rows: rows >= Size.unlimited ? rows : rows + cells)
    }
}
