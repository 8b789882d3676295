import Foundation

/// The contents of a todo.txt file: its lines, and with each what follows it up to the next, so that nothing is lost.
struct TodoFile: Hashable, Sendable {
    /// A line that is not empty.
    struct Entry: Hashable, Sendable {
        /// The line's number in the file, from 1.
        let number: Int
        let line: TodoLine
        /// The line's end and the empty lines after it, as they were written.
        var ending: String
    }

    /// The text before the first line: a byte order mark, empty lines.
    private(set) var beginning = ""
    /// The lines, in the order of the file.
    private(set) var entries: [Entry] = []

    /// Reads the bytes of a file.
    ///
    /// - Throws: `TodoFileError.notText` when they are not UTF-8.
    init(_ bytes: some Collection<UInt8>) throws {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, bytes) in lines.enumerated() {
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw TodoFileError.notText(line: index + 1)
            }
            append(text, number: index + 1, hasEnd: index < lines.count - 1)
        }
    }

    private mutating func append(_ text: String, number: Int, hasEnd: Bool) {
        var line = text[...]
        if number == 1, line.unicodeScalars.first == "\u{FEFF}" {
            line.unicodeScalars.removeFirst()
            beginning = "\u{FEFF}"
        }
        var ending = hasEnd ? "\n" : ""
        if line.utf8.last == UInt8(ascii: "\r") {
            line.unicodeScalars.removeLast()
            ending = "\r" + ending
        }
        guard line.utf8.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) else {
            return entries.append(Entry(number: number, line: TodoLine(String(line)), ending: ending))
        }
        if entries.isEmpty { beginning += line + ending } else { entries[entries.count - 1].ending += line + ending }
    }
}
