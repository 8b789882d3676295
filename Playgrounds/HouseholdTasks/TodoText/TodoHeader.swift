/// The part of a todo.txt line before its description: `x (A) 2026-12-02 2026-12-01`, each if it is there.
struct TodoHeader: Hashable, Sendable {
    /// True if the line begins with the mark of completion, a small `x`.
    private(set) var isCompleted = false
    /// The priority, `A` to `Z`.
    private(set) var priority: Character?
    /// The words in the places of dates: of an open task the day it was written, of a completed one the day it was
    /// done and then the day it was written.
    private(set) var dates: [TodoWord] = []
    /// The number of the line's words that belong to the header.
    private(set) var wordCount = 0

    /// Reads the header of a line with the given words.
    init(_ words: [TodoWord]) {
        var rest = words[...]
        if rest.first?.text == "x" {
            isCompleted = true
            rest.removeFirst()
        }
        if let letter = rest.first.flatMap(Self.priority) {
            priority = letter
            rest.removeFirst()
        }
        while dates.count < (isCompleted ? 2 : 1), let word = rest.first, CalendarDay.looksLikeDay(word.text) {
            dates.append(word)
            rest.removeFirst()
        }
        wordCount = words.count - rest.count
    }

    /// The place of the day on which the task was written, if it stands there.
    var creationDate: TodoWord? { isCompleted ? dates.dropFirst().first : dates.first }

    private static func priority(of word: TodoWord) -> Character? {
        let bytes = Array(word.text.utf8)
        guard bytes.count == 3, bytes[0] == UInt8(ascii: "("), bytes[2] == UInt8(ascii: ")"),
            (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(bytes[1])
        else { return nil }
        return Character(Unicode.Scalar(bytes[1]))
    }
}
