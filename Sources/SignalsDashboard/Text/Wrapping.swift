extension StringProtocol {
    /// Returns this text on at most `most` lines of at most `columns` terminal columns, broken at its line feeds, and
    /// between words where there are any; what does not fit is replaced by `…`. Tabs become spaces, up to the next
    /// eighth column.
    ///
    /// - Parameters:
    ///   - columns: the width of a line, in terminal columns, at least 1.
    ///   - most: the largest number of lines; below 1 counts as 1, and `.max` is no limit.
    public func wrapped(toWidth columns: Int, lines most: Int) -> [String] {
        var lines: [String] = []
        let paragraphs = paragraphs
        for (number, paragraph) in paragraphs.enumerated() {
            var rest = Substring(paragraph)
            repeat {
                guard lines.count + 1 < most else {
                    let hasMore = number + 1 < paragraphs.count
                    return lines + [hasMore ? rest.marked(toWidth: columns) : rest.truncated(toWidth: columns)]
                }
                let line = rest.firstLine(fitting: Swift.max(columns, 1))
                lines.append(String(line))
                rest = rest[line.endIndex...].drop { $0 == " " }
            } while !rest.isEmpty
        }
        return lines
    }

    /// The parts between line feeds, without blank ones at the end.
    private var paragraphs: [String] {
        var paragraphs = split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(\.withoutTabs)
        while paragraphs.count > 1, paragraphs.last?.isEmpty == true { paragraphs.removeLast() }
        return paragraphs
    }

    private var withoutTabs: String {
        guard contains("\t") else { return String(self) }
        var text = ""
        for (number, part) in split(separator: "\t", omittingEmptySubsequences: false).enumerated() {
            if number > 0 { text += String(repeating: " ", count: 8 - text.displayWidth % 8) }
            text += part
        }
        return text
    }

    /// Returns the beginning that fits, up to the last space in it if there is one, and never nothing.
    private func firstLine(fitting columns: Int) -> SubSequence {
        var (width, place) = (0, startIndex)
        var space: Index?
        while place < endIndex {
            width += self[place].displayWidth
            if width > columns, place > startIndex { return self[..<(self[place] == " " ? place : space ?? place)] }
            if self[place] == " ", place > startIndex { space = place }
            place = index(after: place)
        }
        return self[...]
    }

    /// Returns this text with `…` at its end, cut where there is no room for that.
    private func marked(toWidth columns: Int) -> String {
        displayWidth < columns ? self + "…" : (self + " ").truncated(toWidth: columns)
    }
}
