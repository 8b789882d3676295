/// A content that is shown over the others until it is dismissed.
@MainActor
struct Layer {
    let content: any LiveContent
    let title: Line

    /// Draws it in the middle of a canvas, or over all of it where that is small.
    func draw(on canvas: inout Canvas, hasFrame: Bool) {
        let room = canvas.size
        guard hasFrame else {
            let titled = Rows([Block(title).priority(1), Block(content)])
            return draw(Block(room.rows > 1 ? Block(titled) : Block(content)), on: &canvas, size: room)
        }
        let block = content.titled(title)
        let wanted = block.measure(in: room).most
        let size = Size(
            columns: min(max(wanted.columns, 40), max(room.columns - 8, 30)), rows: min(wanted.rows, room.rows))
        draw(block, on: &canvas, size: size)
    }

    private func draw(_ block: Block, on canvas: inout Canvas, size: Size) {
        let (row, column) = ((canvas.size.rows - size.rows) / 2, (canvas.size.columns - size.columns) / 2)
        canvas.clear(row: row, column: column, size: size)
        canvas.draw(block, row: row, column: column, size: size)
    }
}
