import Foundation
import SignalsCore

/// A run of a dashboard without a screen, which reports changes: lines, sentences, JSON, or a few rows in place.
///
/// Sentences and rows in place take keys where a person sits in front of the terminal.
@MainActor
final class LineRun {
    private let stage: Stage
    private let terminal: Terminal
    private let mode: OutputMode
    private let clock: @MainActor () -> Date
    private let events: AsyncStream<TerminalEvent>
    private let report: AsyncStream<TerminalEvent>.Continuation
    private let flag: ChangeFlag
    private var observations: Observations
    private var announcements: Announcements
    private var inlineRows = InlineRows()
    /// The lines that are due beside what changes, such as the keys.
    private var lines: [String] = []
    private var wasKeyPressed = false

    init(
        _ stage: Stage, observing objects: [any ObservableObject], on terminal: Terminal, mode: OutputMode,
        clock: @escaping @MainActor () -> Date
    ) {
        (self.stage, self.terminal, self.mode, self.clock) = (stage, terminal, mode, clock)
        let (events, report) = AsyncStream<TerminalEvent>.makeStream()
        (self.events, self.report) = (events, report)
        let flag = ChangeFlag { report.yield($0) }
        self.flag = flag
        observations = Observations(of: objects) { flag.raise() }
        announcements = Announcements(of: stage)
    }

    func changed() { flag.raise() }

    func close() {
        wasKeyPressed = false
        report.yield(.ended)
    }

    /// Says what changes until the dashboard is closed, the output is gone, or the task is cancelled.
    func run() async {
        // Where another dashboard has the terminal, this one takes no keys.
        let session =
            try? mode.takesKeys ? TerminalSession(on: terminal, taking: .keys) { [report] in report.yield($0) } : nil
        defer { session?.end() }
        stage.takesKeys = session != nil
        if session != nil { takeKeys() }
        guard show() else { return }
        for await event in events {
            guard await answer(event), show() else { return }
        }
    }

    private func takeKeys() {
        if mode == .linear { lines.append("\(stage.title). Press ? for the keys, q to quit.") }
        stage.sayKeys = { [weak self] groups in
            guard let self else { return }
            lines += mode == .linear ? KeySentences(groups).sentences : HelpPane(groups).lines.map(\.text)
        }
    }

    /// Handles an event. Returns false if the dashboard is to close.
    private func answer(_ event: TerminalEvent) async -> Bool {
        switch event {
        case .ended: return false
        case .input(let messages): messages.forEach(answer)
        case .resumed: inlineRows.leave()
        // Changes within a short time are reported together.
        default: try? await Task.sleep(for: FramePace.interval)
        }
        return true
    }

    private func answer(_ message: TerminalMessage) {
        switch message {
        case .key(let key):
            announcements.keyWasPressed()
            wasKeyPressed = true
            stage.press(key)
        case .paste(let text):
            wasKeyPressed = true
            stage.paste(text)
        case .wheel, .click, .drag, .ground, .canSynchronise: break
        }
    }

    /// Prints what has changed. Returns false if nobody reads any more.
    private func show() -> Bool {
        flag.takeDown()
        let size = terminal.size
        let printed = stage.printed.map(\.showingControlCharacters)
        stage.printed = []
        defer { lines = [] }
        if case .inline(let rows) = mode {
            let frame = stage.frame(
                in: Size(columns: size.columns, rows: max(min(rows, size.rows - 1), 1)), now: clock())
            observations.follow(stage.shown)
            wasKeyPressed = false
            return send(inlineRows.text(for: terminal.isUTF8 ? frame : frame.ascii, above: lines + printed))
        }
        // The contents are determined by drawing.
        _ = stage.frame(in: size, now: clock())
        observations.follow(stage.shown)
        var changes = printed.map { Change(kind: "line", sentence: $0) } + announcements.news()
        // The effect of a key is reported when its work is done.
        if wasKeyPressed, stage.focused?.isWorking != true {
            wasKeyPressed = false
            let isQuiet = changes.isEmpty && lines.isEmpty
            changes += [announcements.selection(isRepeated: isQuiet)].compactMap { $0 }
        }
        let text = lines + changes.compactMap { ChangeText(change: $0, time: clock()).text(in: mode) }
        return text.isEmpty || send(text.joined(separator: "\n") + "\n")
    }

    private func send(_ text: String) -> Bool { terminal.send(Array(text.utf8)) }
}
