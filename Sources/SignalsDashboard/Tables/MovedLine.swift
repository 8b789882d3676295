/// The place of a line of a list after the list has changed.
enum MovedLine {
    /// Returns the line of the row with an identity: near `line` first, since most rows stay near where they were.
    static func line<Row>(of id: Row.ID, near line: Int, in arrangement: Arrangement<Row>) -> Int? {
        func isHere(_ line: Int) -> Bool { arrangement.id(inLine: line) == id }
        guard arrangement.count > 0 else { return nil }
        let start = max(0, min(line, arrangement.count - 1))
        for distance in 0..<max(start + 1, arrangement.count - start) {
            if isHere(start + distance) { return start + distance }
            if isHere(start - distance) { return start - distance }
        }
        return nil
    }
}
