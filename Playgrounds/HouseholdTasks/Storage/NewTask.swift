/// A task that is about to be stored.
struct NewTask: Hashable, Sendable {
    var line: TodoLine
    var beginning = ""
    var ending = "\n"
    /// The place among the others; `nil` for the end.
    var position: Int?
}
