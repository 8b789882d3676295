import Signals
import SignalsDashboard
import SignalsStore

/// The dashboard over a household's tasks: what it shows for the state, and what the keys do to it.
@MainActor
final class TaskScreen: Screen {
    let board: TaskBoard
    let saves: SaveState
    let importer: Importer
    private let fileImport: FileImport
    private var rows = 24

    /// A screen over the given state objects.
    init(_ board: TaskBoard, saves: SaveState, importer: Importer) {
        self.board = board
        self.saves = saves
        self.importer = importer
        fileImport = FileImport(importer, board: board, saves: saves)
    }

    func frame(in size: Size) -> Frame {
        rows = size.rows
        return board.mode == .readingHelp ? HelpView.frame(in: size) : view.frame(in: size)
    }

    func handle(_ key: Key) -> Reaction {
        switch board.mode {
        case .browsing: return browse(key)
        case .readingHelp: board.mode = .browsing
        case .writing(let form): write(key, in: form)
        case .importing(let field): type(key, into: field)
        }
        return .stay
    }

    private var view: TaskScreenView {
        var view = TaskScreenView(tasks: board.tasks.map(\.line), selected: board.selected, today: .today)
        view.alerts = saves.alerts
        view.notice = saves.phase == .saving ? "Saving…" : board.notice
        if importer.isRunning { view.progress = .init(completed: importer.saved, total: importer.total) }
        switch board.mode {
        case .writing(let form): view.prompt = .init(label: form.label, field: form.field, canUndo: true)
        case .importing(let field): view.prompt = .init(label: "Import file: ", field: field)
        case .browsing, .readingHelp: break
        }
        return view
    }

    private func browse(_ key: Key) -> Reaction {
        switch key {
        case .character("q"): return .close
        case .character("a"): board.add()
        case .character("e"): board.editSelected()
        case .character("i"): board.mode = .importing(TextField())
        case .character("d"): board.completeSelected()
        case .character("?"): board.mode = .readingHelp
        case .enter: saves.dismissError()
        case .escape: saves.dismissAllErrors()
        default: if let rows = distance(key) { board.move(by: rows) }
        }
        return .stay
    }

    /// How far a key moves the selection; `nil` for one that does not.
    private func distance(_ key: Key) -> Int? {
        switch key {
        case .up, .character("k"): -1
        case .down, .character("j"): 1
        case .pageUp: -max(1, rows - 4)
        case .pageDown: max(1, rows - 4)
        case .home: -board.tasks.count
        case .end: board.tasks.count
        default: nil
        }
    }

    private func write(_ key: Key, in form: TaskForm) {
        switch key {
        case .escape: board.mode = .browsing
        case .enter where form.isEmpty: board.mode = .browsing
        case .enter: board.save(form)
        default:
            form.handle(key)
            board.mode = .writing(form)
        }
    }

    private func type(_ key: Key, into field: TextField) {
        switch key {
        case .escape: board.mode = .browsing
        case .enter where field.text.allSatisfy(\.isWhitespace): board.mode = .browsing
        case .enter: fileImport.start(field.text)
        default:
            var field = field
            _ = field.take(Input(key))
            board.mode = .importing(field)
        }
    }
}
