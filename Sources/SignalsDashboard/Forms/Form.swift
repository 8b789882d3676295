import SignalsCore

/// Fields over a value. Each step can be undone; when saving fails, the form stays open with the reason.
///
/// ```swift
/// let form = Form(task, [.text("Name", \.name), .toggle("Done", \.isDone)]) { try await save($0) }
/// dashboard.present(form, title: "Edit task")
/// ```
@MainActor
public final class Form<Value: Sendable>: LiveContent {
    /// The value as it is filled in.
    public private(set) var value: Value { willSet { objectWillChange.send() } }
    /// Called when the value is saved, or the form is left without saving; `true` for saved.
    public var ended: @MainActor (Bool) -> Void = { _ in }

    private let fields: [Field<Value>]
    private let preview: ((Value) -> Line)?
    private let save: @MainActor (Value) async throws -> Void
    private var current = 0
    private var editor = TextField()
    private var undone: [Value] = []
    private var done: [Value] = []
    private var failure: String?
    private var saving: Task<Void, Never>?

    /// A form.
    ///
    /// - Parameters:
    ///   - value: the value to begin with.
    ///   - fields: its parts, in the order in which they are shown.
    ///   - preview: a line that shows what the value comes to.
    ///   - save: saves the value. What it throws is shown, and the form stays.
    public init(
        _ value: Value, _ fields: [Field<Value>], preview: ((Value) -> Line)? = nil,
        save: @escaping @MainActor (Value) async throws -> Void
    ) {
        (self.value, self.fields, self.preview, self.save) = (value, fields, preview, save)
        open(0)
    }

    /// The problems, field by field, and why it could not be saved.
    public var problems: [String] {
        fields.compactMap { field in field.problem(of: value).map { "\(field.label): \($0)" } }
            + [failure].compactMap { $0 }
    }

    /// True.
    public var isTyping: Bool { true }

    /// The key commands: save, leave, go from field to field, undo and redo.
    public var keys: [KeyCommand] {
        [
            KeyCommand(.enter, name: "save", priority: 8, unless: { [self] in saving == nil ? nil : "saving" }) {
                [self] in
                startSaving()
            },
            KeyCommand(.escape, name: "cancel", priority: 7) { [self] in ended(false) },
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

    /// The number of problems.
    public var status: PaneStatus {
        let count = problems.count
        return PaneStatus(
            trailing: count == 0 ? Line() : Line(count == 1 ? "1 problem" : "\(count) problems", Style(.warning)))
    }

    /// The field that is edited, its text and what is wrong with it.
    public var selectionText: String? {
        guard fields.indices.contains(current) else { return nil }
        let field = fields[current]
        let problem = field.problem(of: value).map { ", \($0)" } ?? ""
        return "\(field.label): \(field.read(value))\(problem)"
    }

    /// Takes what is typed into the field, and the arrows and the space bar for its other values.
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
        if case .click(_, let row) = input, fields.indices.contains(row - 1) {
            open(row - 1)
            return true
        }
        guard case .text = field.kind, editor.take(input) else { return false }
        objectWillChange.send()
        if editor.text != field.read(value) { change(field, to: editor.text) }
        return true
    }

    /// Returns when nothing is being saved.
    public func settle() async { await saving?.value }

    /// A row for each field, and some for problems and the preview.
    public func measure(in room: Size) -> Measure {
        Measure(
            least: Size(columns: 10, rows: 1),
            most: Size(columns: 64, rows: fields.count + 2 + (preview == nil ? 0 : 2) + (failure == nil ? 0 : 1)))
    }

    /// Draws the fields, with the cursor in the one that is edited.
    public func draw(on canvas: inout Canvas) {
        let top = canvas.size.rows > fields.count + 1 ? 1 : 0
        let first = max(0, min(current - canvas.size.rows + 1, fields.count - canvas.size.rows))
        let labels = min((fields.map(\.label.displayWidth).max() ?? 0) + 2, canvas.size.columns / 3)
        for number in fields.indices.dropFirst(first) {
            draw(number, row: top + number - first, labels: labels, on: &canvas)
        }
        var row = top + fields.count + 1
        if let preview {
            canvas.draw(preview(value), row: row, column: 1)
            row += 2
        }
        if let failure { canvas.draw(Line("✗ \(failure)", Style(.bad)), row: row, column: 1) }
    }

    private func draw(_ number: Int, row: Int, labels: Int, on canvas: inout Canvas) {
        let field = fields[number]
        let isCurrent = number == current && canvas.isFocused
        let (column, room) = (labels + 1, max(1, canvas.size.columns - labels - 2))
        canvas.draw(Line(field.label, Style(isCurrent ? .header : .dim)), row: row, column: 1, columns: labels)
        var text = Line(field.read(value), Style(isCurrent ? .input : .text))
        if case .choice = field.kind { text = Line("◂ ", .dim) + text + Line(" ▹", .dim) }
        if isCurrent, case .text = field.kind {
            let (shown, cursor) = editor.window(columns: room)
            text = Line(shown, Style(.input))
            canvas.showCursor(row: row, column: column + cursor)
        }
        if let problem = field.problem(of: value) {
            text = text.padded(toWidth: min(16, room / 2)) + Line("  ✗ \(problem)", Style(.warning))
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
        done.append(value)
        undone = []
        field.write(&value, text)
    }

    private func undo() {
        guard let before = done.popLast() else { return }
        undone.append(value)
        value = before
        open(current)
    }

    private func redo() {
        guard let next = undone.popLast() else { return }
        done.append(value)
        value = next
        open(current)
    }

    private func startSaving() {
        guard saving == nil, fields.allSatisfy({ $0.problem(of: value) == nil }) else { return }
        saving = Task { [self] in
            let reason: String?
            do {
                try await save(value)
                reason = nil
            } catch {
                reason = "\(error)"
            }
            objectWillChange.send()
            (saving, failure) = (nil, reason)
            if reason == nil { ended(true) }
        }
    }
}
