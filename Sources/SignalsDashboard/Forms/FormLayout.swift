/// The rows of a form: its fields, of which some may be scrolled out of sight, and below them a preview and the
/// problems.
struct FormLayout {
    /// The row of the first field in sight.
    private(set) var top = 0
    /// The first field in sight.
    private(set) var first = 0
    /// The number of fields in sight.
    private(set) var shown = 0
    /// The row of the preview; nil without one, or without room for it.
    private(set) var preview: Int?
    /// The row of the first note.
    private(set) var firstNote = 0
    /// The number of notes in sight.
    private(set) var shownNotes = 0

    /// No rows.
    init() {}

    /// The division of `rows`: the field that is edited stays in sight, then come the notes.
    init(fields: Int, current: Int, notes: Int, hasPreview: Bool, rows: Int) {
        shownNotes = max(0, min(notes, rows - min(fields, 1)))
        shown = min(fields, rows - shownNotes)
        first = max(0, min(current - shown + 1, fields - shown))
        top = rows > shown + shownNotes + 1 ? 1 : 0
        var next = top + shown
        if hasPreview, next + 1 + shownNotes < rows {
            preview = next + 1
            next += 2
        }
        firstNote = min(next + 1, rows - shownNotes)
    }

    /// Returns the field in a row.
    func field(inRow row: Int) -> Int? { (top..<top + shown).contains(row) ? row - top + first : nil }
}
