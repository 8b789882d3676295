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
    /// True if there is little room.
    var isNarrow = false

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

    /// Makes a column wider or narrower, over the next ones, until all are divided anew.
    mutating func setWidth(_ width: Int, of number: Int) {
        guard let place = columns.firstIndex(where: { $0.number == number }) else { return }
        let start = columns[place].range.lowerBound
        columns[place].range = start..<start + width
    }

    /// Divides the columns: `gutter` at the left, one blank between two and at the right.
    ///
    /// - Parameters:
    ///   - widths: the widths that the cells in sight need.
    ///   - chosen: the widths that a person chose, which yield to the least widths of the others.
    mutating func divide<Row>(
        _ table: [Column<Row>], widths: [Int], chosen: [Int: Int], size: Size, gutter: Int, isNarrow: Bool
    ) {
        self.isNarrow = isNarrow
        let parts = table.indices.map { number in
            let column = table[number]
            let length =
                chosen[number].map { column.length(chosen: $0, isNarrow: isNarrow) }
                ?? column.length(isNarrow: isNarrow, content: widths[number])
            return Division.Part(
                length: column.flag == nil ? length : length.widened, priority: column.priority)
        }
        let division = Division(parts, room: size.columns - gutter - 1, gap: 1)
        var next = gutter
        columns = []
        for (number, length) in division.lengths.enumerated() {
            guard let length else { continue }
            // A sign before the cells has a place of its own, so that the blank before it stays.
            let flag = table[number].flag == nil ? 0 : min(1, length)
            columns.append(Place(number: number, range: next + flag..<next + length))
            next += length + 1
        }
    }
}

extension Length {
    /// One column more.
    fileprivate var widened: Length {
        switch self {
        case .fixed(let width): .fixed(width + 1)
        case .share(let weight, let min, let max): .share(weight, min: min + 1, max: max == .max ? max : max + 1)
        case .fits: .fits
        }
    }
}
