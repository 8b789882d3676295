import Foundation
import SignalsCore

/// A dashboard for live data in the terminal: described, not drawn.
///
/// ```swift
/// let tasks = LiveTable(library.$tasks, columns: [.day("Due") { $0.due }, .text("Task", .share()) { $0.name }])
/// let done = KeyCommand("d", name: "done") { library.complete(tasks.targets) }
/// let dashboard = Dashboard("Tasks", keys: [done]) { size in
///     tasks.titled("Tasks")
/// }
/// try await dashboard.run()
/// ```
/// The closure returns the contents of the screen; live contents, which the program makes once and keeps, hold the
/// state that a person changes. It is called again when a live content that is shown, or one of the observed objects,
/// changes; sixty times a second at most. The terminal is given back on every way out: return, error, exit, signal,
/// crash.
///
/// Timers on the main run loop, and `receive(on: RunLoop.main)`, deliver while it is shown, on the main actor. Standard
/// error is held back while it has the screen and appears afterwards; nothing else may write to the terminal meanwhile.
/// A program prints with `print(_:)`.
@MainActor
public final class Dashboard {
    /// True if clicks and the wheel are taken. Selecting text with the mouse then needs Shift in most terminals.
    public var usesMouse = false

    let stage: Stage
    private var objects: [any ObservableObject]
    private let theme: Theme?
    private let terminal: Terminal
    /// The closures by which the run that is under way is notified.
    private var hooks: (changed: @MainActor () -> Void, close: @MainActor () -> Void)?
    private var isClosed = false
    /// The moment that is shown; tests set it.
    package var clock: @MainActor () -> Date = { Date() }

    /// A dashboard, shown once `run(_:)` is called.
    ///
    /// Two commands of `keys` with one key, of which one is present at all times, stop the program with a message that
    /// names both.
    ///
    /// - Parameters:
    ///   - title: the program's name, in the first line.
    ///   - keys: the commands of the whole program. They replace those of a content that have the same key.
    ///   - objects: the state that `body` reads, beside live contents. They belong to the main actor, as a view's state
    ///     does: a change is drawn after it was made there.
    ///   - theme: the colours of the roles; by the terminal's ground and colours unless given.
    ///   - terminal: the terminal on which it is shown.
    ///   - body: the blocks for a terminal of a size, one below the other.
    public convenience init(
        _ title: String, keys: [KeyCommand] = [], observing objects: [any ObservableObject] = [], theme: Theme? = nil,
        on terminal: Terminal = .standard, @Blocks _ body: @escaping @MainActor (Size) -> [Block]
    ) {
        let conflicts = Self.conflicts(keys)
        // A precondition would say nothing of them in a release build.
        if !conflicts.isEmpty { fatalError(conflicts.joined(separator: " ")) }
        self.init(
            Stage(title: title, commands: keys, body: body), observing: objects, theme: theme, on: terminal)
    }

    init(_ stage: Stage, observing objects: [any ObservableObject], theme: Theme?, on terminal: Terminal) {
        (self.stage, self.objects, self.theme, self.terminal) = (stage, objects, theme, terminal)
        stage.close = { [weak self] in self?.close() }
        stage.changed = { [weak self] in self?.hooks?.changed() }
    }

    /// Shows the dashboard and returns when it is closed: by `q` or Ctrl-C, by `close()`, by the end of the terminal's
    /// input, or because the task was cancelled. It can be run once.
    ///
    /// - Parameter mode: the whole terminal, or changes as lines; by default it depends on the kind of output.
    /// - Throws: `DashboardError` when the terminal cannot be used; it is then as it was.
    public func run(_ mode: OutputMode = .automatic) async throws {
        let mode = mode.resolved(on: terminal)
        guard mode == .screen else { return await runWithoutScreen(mode) }
        let run = ScreenRun(
            stage, observing: objects, on: terminal, theme: theme, usesMouse: usesMouse, clock: clock)
        hooks = (run.changed, run.close)
        defer { hooks = nil }
        if isClosed { run.close() }
        try await run.run()
    }

    private func runWithoutScreen(_ mode: OutputMode) async {
        let run = LineRun(stage, observing: objects, on: terminal, mode: mode, clock: clock)
        hooks = (run.changed, run.close)
        defer { hooks = nil }
        if isClosed { run.close() }
        await run.run()
    }

    /// Makes `run(_:)` return soon.
    public func close() {
        isClosed = true
        hooks?.close()
    }

    /// Draws the dashboard again when an object changes, beside those it was made with. Call it before `run(_:)`.
    ///
    /// - Parameter object: the object, which the dashboard keeps.
    public func observe(_ object: any ObservableObject) { objects.append(object) }

    /// Returns the frame for a terminal of a size, as it would be drawn now.
    ///
    /// - Parameter size: the size of the terminal in cells.
    public func frame(in size: Size) -> Frame { stage.frame(in: size, now: clock()) }

    /// Returns one sentence for each key that two commands of a list share if one of them is always present.
    ///
    /// - Parameter keys: the lists, each of which is checked by itself.
    public static func conflicts(_ keys: [KeyCommand]...) -> [String] { keys.flatMap { KeyConflicts($0).sentences } }
}
