import SignalsCore

/// Fields over a value. Each step can be undone; when saving fails, the form stays open with the reason.
///
/// ```swift
/// let form = Form(task, [.text("Name", \.name), .toggle("Done", \.isDone)]) { try await save($0) }
/// dashboard.present(form, title: "Edit task")
/// ```
/// Enter saves, and Escape leaves it without saving; a form that is presented leaves the screen then. While a save goes on,
/// Escape cancels its task, and the form ends as the save does; a second Escape does not wait for that. If the value was
/// edited while a save went on, the form stays open: Enter saves the rest.
@MainActor
public final class Form<Value: Sendable>: LiveContent, EndingContent {
    /// The value as it is filled in.
    public private(set) var value: Value { willSet { objectWillChange.send() } }
    /// Called once, when the value is saved or the form is left, before it leaves the screen; `true` if something was saved.
    public var ended: @MainActor (Bool) -> Void = { _ in }
    var leaveScreen: @MainActor () -> Void = {}

    private let fields: [Field<Value>]
    private let preview: ((Value) -> Line)?
    private let save: @MainActor (Value) async throws -> Void
    private var current = 0
    private var editor = TextField()
    private var undone: [Value] = []
    private var done: [Value] = []
    private var failure: String?
    private var saving: Task<Void, Never>?
    /// True if a person wants to leave as soon as the save has ended.
    private var isLeaving = false
    /// True if a save succeeded while the value was edited further.
    private var hasSaved = false
    /// The number of edits so far. A save compares it to find out if it saved all of them.
    private var edits = 0
    /// The number of endings so far. A save compares it to find out if the form still waits for it.
    private var endings = 0
    /// The rows of the last frame.
    private var layout = FormLayout()

    /// A form.
    ///
    /// - Parameters:
    ///   - value: the value to begin with.
    ///   - fields: its parts, in the order in which they are shown.
    ///   - preview: a line that shows the resulting value.
    ///   - save: saves the value. An error that it throws is shown, and the form stays.
    public init(
        _ value: Value, _ fields: [Field<Value>], preview: ((Value) -> Line)? = nil,
        save: @escaping @MainActor (Value) async throws -> Void
    ) {
        (self.value, self.fields, self.preview, self.save) = (value, fields, preview, save)
        open(0)
    }

    /// The problems, field by field, and the reason why the value could not be saved.
    public var problems: [String] {
        fieldProblems + [failure].compactMap { $0 }
    }

    private var fieldProblems: [String] {
        fields.compactMap { field in field.problem(of: value).map { "\(field.label): \($0)" } }
    }

    /// True.
    public var isTyping: Bool { true }

    /// The key commands: save, leave, go from field to field, undo and redo.
    public var keys: [KeyCommand] {
        [
            KeyCommand(
                .enter, name: "save", priority: 8,
                unless: { [self] in saving == nil ? fieldProblems.first : "it is being saved" }
            ) { [self] in startSaving() },
            KeyCommand(.escape, name: "cancel", priority: 7) { [self] in leave() },
            KeyCommand([.tab, .down], name: "next", priority: 5) { [self] _ in open(current + 1) },
            KeyCommand([.backTab, .up], name: "before", priority: 0) { [self] _ in open(current - 1) },
            KeyCommand(
                .control("_"), name: "undo", priority: 4, unless: { [self] in done.isEmpty ? "nothing to undo" : nil }
            ) {
                [self] in undo()
            },
            KeyCommand(.control("y"), name: "redo", priority: 2, when: { [self] in !undone.isEmpty }) { [self] in redo()
            },
        ]
    }

    /// The progress of a save, and the number of problems.
    public var status: PaneStatus {
        let count = problems.count
        let progress =
            isLeaving
            ? "saving, Esc does not wait" : saving != nil ? "saving…" : hasSaved ? "✓ saved before it was edited" : ""
        return PaneStatus(
            leading: Line(progress, .dim),
            trailing: count == 0 ? Line() : Line(count == 1 ? "1 problem" : "\(count) problems", Style(.warning)))
    }

    /// The field that is edited, its text and its problem.
    public var selectionText: String? {
        guard fields.indices.contains(current) else { return nil }
        let field = fields[current]
        let problem = field.problem(of: value).map { ", \($0)" } ?? ""
        let failure = failure.map { ". Not saved: \($0)" } ?? ""
        return "\(field.label): \(field.spoken(value))\(problem)\(failure)"
    }

    /// Handles typed text for the field, and the arrows and the space bar for its other values.
    public func take(_ input: Input) -> Bool {
        guard fields.indices.contains(current) else { return false }
        let field = fields[current]
        let step: Int? =
            switch input {
            case .key(.left): -1
            case .key(.right), .text(" "): 1
            default: nil
            }
        if let step, let text = field.step(value, by: step) {
            change(field, to: text)
            return true
        }
        if case .click(_, let row) = input, let clicked = layout.field(inRow: row) {
            open(clicked)
            return true
        }
        guard case .text = field.kind, editor.take(input) else { return false }
        objectWillChange.send()
        if editor.text != field.read(value) { change(field, to: editor.text) }
        return true
    }

    /// Returns when nothing is being saved.
    public func settle() async { await saving?.value }

    /// True while it is being saved.
    public var isWorking: Bool { saving != nil }

    /// Returns a row for each field, and some for problems and the preview.
    public func measure(in room: Size) -> Measure {
        // A little less than a layer has inside its border.
        let columns = min(64, max(room.columns - 10, 28))
        return Measure(
            least: Size(columns: 10, rows: 1),
            most: Size(columns: 64, rows: fields.count + 2 + (preview == nil ? 0 : 2) + notes(columns: columns).count))
    }

    /// Draws the fields, with the cursor in the one that is edited, and below them the problems.
    public func draw(on canvas: inout Canvas) {
        let notes = notes(columns: canvas.size.columns)
        layout = FormLayout(
            fields: fields.count, current: current, notes: notes.count, hasPreview: preview != nil,
            rows: canvas.size.rows)
        for place in 0..<layout.shown { draw(layout.first + place, row: layout.top + place, on: &canvas) }
        if let preview, let row = layout.preview { canvas.draw(preview(value), row: row, column: 1) }
        for (place, note) in notes.prefix(layout.shownNotes).enumerated() {
            canvas.draw(note, row: layout.firstNote + place, column: 1)
        }
    }

    private func labelWidth(_ columns: Int) -> Int {
        min((fields.map(\.label.displayWidth).max() ?? 0) + 2, columns / 3)
    }

    /// Returns the room of a field's value, and of the part of it that stands before a problem.
    private func rooms(_ columns: Int) -> (value: Int, part: Int) {
        let room = max(1, columns - labelWidth(columns) - 2)
        return (room, min(16, room / 2))
    }

    /// Returns the problems that have no room beside their fields, and why saving failed, in lines.
    private func notes(columns: Int) -> [Line] {
        let (room, part) = rooms(columns)
        let long = fields.filter { field in
            field.problem(of: value).map { part + 4 + $0.displayWidth > room } ?? false
        }
        let problems = long.map { ("\($0.label): \($0.problem(of: value) ?? "")", Role.warning) }
        return (problems + [failure].compactMap { $0.map { ($0, .bad) } }).flatMap { text, role in
            "✗ \(text)".wrapped(toWidth: max(1, columns - 2), lines: .max).map { Line($0, Style(role)) }
        }
    }

    private func draw(_ number: Int, row: Int, on canvas: inout Canvas) {
        let field = fields[number]
        let isCurrent = number == current && canvas.isFocused
        let labels = labelWidth(canvas.size.columns)
        let (column, (room, part)) = (labels + 1, rooms(canvas.size.columns))
        canvas.draw(Line(field.label, Style(isCurrent ? .header : .dim)), row: row, column: 1, columns: labels - 1)
        var text = Line(field.read(value), Style(isCurrent ? .input : .text))
        if case .choice = field.kind { text = Line("◂ ", .dim) + text + Line(" ▹", .dim) }
        if isCurrent, case .text = field.kind {
            let (shown, cursor) = editor.window(columns: room)
            text = Line(shown, Style(.input))
            canvas.showCursor(row: row, column: column + cursor)
        }
        if let problem = field.problem(of: value) {
            // One that is too long for here is below, in full.
            let shown = part + 4 + problem.displayWidth > room ? "✗" : "✗ \(problem)"
            text = text.padded(toWidth: part) + Line("  \(shown)", Style(.warning))
        }
        canvas.draw(text, row: row, column: column, columns: room)
    }

    private func open(_ number: Int) {
        guard !fields.isEmpty else { return }
        objectWillChange.send()
        current = (number + fields.count) % fields.count
        editor = TextField(fields[current].read(value))
    }

    private func change(_ field: Field<Value>, to text: String) {
        edits += 1
        done.append(value)
        undone = []
        field.write(&value, text)
    }

    private func undo() {
        guard let before = done.popLast() else { return }
        edits += 1
        undone.append(value)
        value = before
        open(current)
    }

    private func redo() {
        guard let next = undone.popLast() else { return }
        edits += 1
        done.append(value)
        value = next
        open(current)
    }

    private func startSaving() {
        guard saving == nil else { return }
        objectWillChange.send()
        let (value, edits, endings) = (value, edits, endings)
        saving = Task { [self] in
            let reason: String?
            do {
                try await save(value)
                reason = nil
            } catch {
                reason = error.words
            }
            if endings == self.endings { finishSaving(reason, hasAll: edits == self.edits) }
        }
    }

    private func finishSaving(_ reason: String?, hasAll: Bool) {
        objectWillChange.send()
        (saving, failure) = (nil, reason)
        if reason == nil { hasSaved = true }
        if isLeaving || reason == nil && hasAll { end() }
    }

    private func leave() {
        guard let saving, !isLeaving else { return end() }
        objectWillChange.send()
        isLeaving = true
        saving.cancel()
    }

    private func end() {
        objectWillChange.send()
        let wasSaved = hasSaved
        (saving, failure, isLeaving, hasSaved) = (nil, nil, false, false)
        endings += 1
        ended(wasSaved)
        leaveScreen()
    }
}
