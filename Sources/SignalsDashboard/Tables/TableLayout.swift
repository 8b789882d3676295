import Foundation

/// The places of the parts of a table in a canvas.
struct TableLayout {
    /// A column and the cells it takes of a row.
    struct Place {
        var number: Int
        var range: Range<Int>
    }

    var searchRow: Int?
    var headerRow: Int?
    /// The row of the first line.
    var firstRow: Int
    /// The number of lines.
    var lines: Int
    var columns: [Place] = []

    /// Divides the rows of a canvas: one for the search and one for the header, as long as four are left for lines.
    init(size: Size, hasSearch: Bool, hasHeader: Bool) {
        var row = 0
        if hasSearch, size.rows > 1 {
            searchRow = 0
            row = 1
        }
        if hasHeader, size.rows - row >= 5 {
            headerRow = row
            row += 1
        }
        firstRow = row
        lines = size.rows - row
    }

    /// Divides the columns: `gutter` at the left, one blank between two and at the right.
    mutating func divide<Row>(
        _ table: [Column<Row>], widths: [Int], size: Size, gutter: Int, isNarrow: Bool
    ) {
        let parts = zip(table, widths).map { column, width in
            let length = isNarrow ? column.narrowWidth ?? column.width : column.width
            return Division.Part(length: length == .fits ? .fixed(width) : length, priority: column.priority)
        }
        let division = Division(parts, room: size.columns - gutter - 1, gap: 1)
        var next = gutter
        columns = []
        for (number, length) in division.lengths.enumerated() {
            guard let length else { continue }
            columns.append(Place(number: number, range: next..<next + length))
            next += length + 1
        }
    }
}
