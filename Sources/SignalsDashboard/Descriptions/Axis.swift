/// The direction in which blocks stand side by side.
enum Axis {
    case columns, rows

    /// Returns the length of a size in this direction.
    func length(of size: Size) -> Int { self == .columns ? size.columns : size.rows }

    /// Returns the size with this length and the other direction's of `size`.
    func size(_ length: Int, across size: Size) -> Size {
        self == .columns ? Size(columns: length, rows: size.rows) : Size(columns: size.columns, rows: length)
    }
}
