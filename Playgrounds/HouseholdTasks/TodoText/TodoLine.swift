import Foundation

/// A line of a todo.txt file: the text as it was written, to the last space, and what the format says it means.
///
/// Any text is a line; `problem` says whether it can be a task.
struct TodoLine: Hashable, Sendable {
    /// The line as it stands in the file, without its end.
    let text: String
    /// The part before the description: the mark of completion, the priority, the dates.
    let header: TodoHeader
    /// The description's words, in order; projects, contexts and `key:value` tags are among them.
    let words: [TodoWord]

    /// Reads `text`, which has no line end.
    init(_ text: String) {
        self.text = text
        let words = TodoWord.words(of: text)
        header = TodoHeader(words)
        self.words = Array(words.dropFirst(header.wordCount))
    }

    /// The day of the first `due:` tag that holds one.
    var due: CalendarDay? { value(of: "due").flatMap { CalendarDay($0.value) } }

    /// The interval after which the task comes back: the first `every:` tag.
    var recurrence: Recurrence? { value(of: "every").flatMap { Recurrence($0.value) } }

    /// The name of the task: the description without its `key:value` tags, one space between words, in Unicode's
    /// composed form, so that what looks the same is the same.
    var name: String {
        words.filter { $0.tag == nil }.map(\.text).joined(separator: " ").precomposedStringWithCanonicalMapping
    }

    /// The name without projects and contexts.
    var plainName: String {
        words.filter { $0.tag == nil && !$0.isProject && !$0.isContext }.map(\.text).joined(separator: " ")
            .precomposedStringWithCanonicalMapping
    }

    /// The first tag with the given key.
    func value(of key: String) -> TodoWord.Tag? {
        for case let tag? in words.lazy.map(\.tag) where tag.key == key { return tag }
        return nil
    }
}
