@testable import SignalsDashboard

/// A terminal as simple as can be: it understands what frames are sent with, and remembers what it shows.
struct ModelTerminal {
    let size: Size
    private(set) var cells: [[String]]
    private(set) var styles: [[String]]
    private(set) var cursor: Frame.Cursor?
    private var column = 0
    private var row = 0
    private var style = "0"
    private var isCursorShown = true

    /// The columns that it takes a character for.
    var width: (Character) -> Int = { $0.displayWidth }

    init(_ size: Size) {
        self.size = size
        cells = Array(repeating: Array(repeating: " ", count: size.columns), count: size.rows)
        styles = Array(repeating: Array(repeating: "0", count: size.columns), count: size.rows)
    }

    /// The text that it shows, without spaces at the ends of rows.
    var text: String {
        cells.map { row in
            let text = row.joined()
            return String(text.reversed().drop { $0 == " " }.reversed())
        }.joined(separator: "\n")
    }

    mutating func receive(_ bytes: [UInt8]) {
        var rest = Substring(String(decoding: bytes, as: UTF8.self))
        while let character = rest.first {
            if rest.hasPrefix("\u{1B}[") {
                rest = rest.dropFirst(2)
                let parameters = rest.prefix { !$0.isLetter }
                rest = rest.dropFirst(parameters.count)
                control(String(parameters), rest.removeFirst())
            } else {
                rest = rest.dropFirst()
                put(character)
            }
        }
        cursor = isCursorShown ? .init(column: column, row: row) : nil
    }

    private mutating func control(_ parameters: String, _ final: Character) {
        switch (final, parameters) {
        case ("H", _):
            let numbers = parameters.split(separator: ";").compactMap { Int($0) }
            (row, column) = (numbers[0] - 1, numbers[1] - 1)
        case ("J", "2"):
            for row in 0..<size.rows { (cells[row], styles[row]) = (blank, Array(repeating: "0", count: size.columns)) }
        case ("K", ""): for column in column..<size.columns { set(" ", "0", column) }
        case ("m", _): style = parameters
        case ("h", "?25"): isCursorShown = true
        case ("l", "?25"): isCursorShown = false
        case ("h", "?2026"), ("l", "?2026"): break
        default: cells[row][column] = "unknown: \(parameters)\(final)"
        }
    }

    private var blank: [String] { Array(repeating: " ", count: size.columns) }

    /// Puts a character down. One that loses a half becomes a space, as terminals have it.
    private mutating func put(_ character: Character) {
        let width = width(character)
        guard width > 0, column + width <= size.columns else { return }
        if cells[row][column] == "", column > 0 { cells[row][column - 1] = " " }
        if column + width < size.columns, cells[row][column + width] == "" { cells[row][column + width] = " " }
        set(String(character), style, column)
        if width == 2 { set("", style, column + 1) }
        column += width
    }

    private mutating func set(_ text: String, _ style: String, _ column: Int) {
        cells[row][column] = text
        styles[row][column] = style
    }
}
