extension StringProtocol {
    /// This text on at most `most` lines of at most `columns` terminal columns, broken between words where there are
    /// any; what does not fit is replaced by `…`.
    public func wrapped(toWidth columns: Int, lines most: Int) -> [String] {
        var lines: [String] = []
        var rest = String(self)
        while rest.displayWidth > columns, lines.count < most - 1 {
            let line = rest.firstLine(fitting: Swift.max(columns, 1))
            lines.append(line)
            rest = String(rest.dropFirst(line.count).drop { $0 == " " })
        }
        return lines + [rest.truncated(toWidth: columns)]
    }

    /// The beginning that fits, up to the last space in it if there is one, and never nothing.
    private func firstLine(fitting columns: Int) -> String {
        let fitting = prefix(fitting: columns + 1)
        if let space = fitting.lastIndex(of: " "), space > fitting.startIndex { return String(fitting[..<space]) }
        let line = prefix(fitting: columns)
        return line.isEmpty ? String(prefix(1)) : line
    }
}
