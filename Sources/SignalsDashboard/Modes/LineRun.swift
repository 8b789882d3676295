import Foundation
import SignalsCore

/// The time in which a dashboard without a screen says what changes: lines, sentences, JSON, or a few rows in place.
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
    private var lastNotice = ""
    private var knownAlerts: [String] = []
    private var inlineRows = 0

    init(
        _ stage: Stage, observing objects: [any ObservableObject], on terminal: Terminal, mode: OutputMode,
        clock: @escaping @MainActor () -> Date
    ) {
        (self.stage, self.terminal, self.mode, self.clock) = (stage, terminal, mode, clock)
        let (events, report) = AsyncStream<TerminalEvent>.makeStream(bufferingPolicy: .bufferingNewest(64))
        (self.events, self.report) = (events, report)
        let flag = ChangeFlag { report.yield($0) }
        self.flag = flag
        observations = Observations(of: objects) { flag.raise() }
    }

    func changed() { flag.raise() }

    func close() { report.yield(.ended) }

    /// Says what changes until the dashboard is closed, the output is gone, or the task is cancelled.
    func run() async {
        guard show() else { return }
        for await event in events {
            if event == .ended { return }
            // What changes within a moment is said together.
            try? await Task.sleep(for: FramePace.interval)
            guard show() else { return }
        }
    }

    /// False if nobody reads any more.
    private func show() -> Bool {
        flag.takeDown()
        let size = terminal.size
        if case .inline(let rows) = mode {
            let isShown = showInline(rows: min(rows, size.rows - 1), columns: size.columns)
            observations.follow(stage.shown)
            return isShown
        }
        // Which contents there are is known when they are drawn.
        _ = stage.frame(in: size, now: clock())
        observations.follow(stage.shown)
        let text = news().compactMap { ChangeText(change: $0, time: clock()).text(in: mode) }
        return text.isEmpty || terminal.send(Array((text.joined(separator: "\n") + "\n").utf8))
    }

    /// Returns the changes of the contents, alerts and notices since the last time.
    private func news() -> [Change] {
        var changes = stage.panes.flatMap { place -> [Change] in
            let pane = stage.titles[ObjectIdentifier(place.content)] ?? ""
            return place.content.news().map { change in
                var change = change
                change.pane = pane
                return change
            }
        }
        let alerts = stage.alerts.texts
        changes += alerts.filter { !knownAlerts.contains($0) }.map { Change(kind: "alert", sentence: $0) }
        knownAlerts = alerts
        if stage.notice != lastNotice, !stage.notice.isEmpty {
            changes.append(Change(kind: "notice", sentence: stage.notice))
        }
        lastNotice = stage.notice
        return changes
    }

    /// Draws a few rows over those of the last time.
    private func showInline(rows: Int, columns: Int) -> Bool {
        let frame = stage.frame(in: Size(columns: columns, rows: max(rows, 1)), now: clock())
        let shown = terminal.isUTF8 ? frame : frame.ascii
        var text = inlineRows > 0 ? "\u{1B}[\(inlineRows)A\r" : ""
        for row in 0..<shown.size.rows { text += "\u{1B}[2K" + shown.text(ofRow: row) + "\r\n" }
        inlineRows = shown.size.rows
        return terminal.send(Array(text.utf8))
    }
}
