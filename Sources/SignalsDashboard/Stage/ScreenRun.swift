import Foundation
import SignalsCore

/// A run of a dashboard on the whole terminal: frames go out as things change, keys come in.
@MainActor
final class ScreenRun {
    private let stage: Stage
    private let objects: [any ObservableObject]
    private let terminal: Terminal
    private let theme: Theme?
    private let usesMouse: Bool
    private let clock: @MainActor () -> Date
    private let events: AsyncStream<TerminalEvent>
    private let report: AsyncStream<TerminalEvent>.Continuation
    private let flag: ChangeFlag
    private let output: TerminalOutput
    private var pace = FramePace()
    private var hasLightGround: Bool
    private var isSynchronised = false
    private var alarm: (at: Date, task: Task<Void, Never>)?
    private var observations: Observations

    init(
        _ stage: Stage, observing objects: [any ObservableObject], on terminal: Terminal, theme: Theme?,
        usesMouse: Bool, clock: @escaping @MainActor () -> Date
    ) {
        (self.stage, self.objects, self.terminal, self.theme) = (stage, objects, terminal, theme)
        (self.usesMouse, self.clock) = (usesMouse, clock)
        let (events, report) = AsyncStream<TerminalEvent>.makeStream()
        (self.events, self.report) = (events, report)
        let flag = ChangeFlag { report.yield($0) }
        self.flag = flag
        hasLightGround = terminal.hasLightGround
        let firstTheme = Self.theme(theme, terminal, isLight: terminal.hasLightGround)
        output = TerminalOutput(terminal, theme: firstTheme) { report.yield($0) }
        observations = Observations(of: objects) { flag.raise() }
    }

    /// Notes that something is about to change that no observed object reports.
    func changed() { flag.raise() }

    /// Makes `run()` return soon.
    func close() { report.yield(.ended) }

    /// Shows the dashboard until it is closed.
    func run() async throws {
        let session = try TerminalSession(on: terminal) { [report] in report.yield($0) }
        defer {
            alarm?.task.cancel()
            output.finish()
            session.end()
            for line in stage.printed { terminal.sendLast(Array((line.showingControlCharacters + "\n").utf8)) }
            stage.printed = []
        }
        output.send(Control.questions + (usesMouse ? Control.takeMouse : ""))
        needsFrame()
        for await event in events {
            guard answer(event, in: session) else { return }
        }
    }

    /// Handles an event. Returns false if the dashboard is to close.
    private func answer(_ event: TerminalEvent, in session: TerminalSession) -> Bool {
        switch event {
        case .input(let messages):
            for message in messages where !answer(message, in: session) { return false }
            needsFrame()
        case .resized: startOver()
        case .resumed:
            if usesMouse { output.send(Control.takeMouse) }
            startOver()
        // The changes of a key were drawn with the key.
        case .changed: if flag.isUp { needsFrame() }
        case .timePassed: needsFrame()
        case .frameIsDue: draw()
        case .written: if let delay = pace.end(at: .now) { drawLater(delay) }
        case .ended: return false
        }
        return true
    }

    private func answer(_ message: TerminalMessage, in session: TerminalSession) -> Bool {
        switch message {
        case .key(.control("c")): return false
        case .key(.control("z")): session.suspend()
        case .key(.control("l")): startOver()
        case .key(let key): stage.press(key)
        case .paste(let text): stage.paste(text)
        case .wheel(let rows, let column, let row): stage.scrollWheel(by: rows, column: column, row: row)
        case .click(let column, let row): stage.click(column: column, row: row)
        case .drag(let column, let row): stage.drag(column: column, row: row)
        case .ground(let color):
            guard color.isLight != hasLightGround else { break }
            hasLightGround = color.isLight
            startOver()
        case .canSynchronise:
            isSynchronised = true
            startOver()
        }
        return true
    }

    private func startOver() {
        output.startOver(
            theme: Self.theme(theme, terminal, isLight: hasLightGround), isSynchronised: isSynchronised)
        needsFrame()
    }

    private func needsFrame() {
        guard let delay = pace.request(at: .now) else { return }
        if delay == .zero { draw() } else { drawLater(delay) }
    }

    private func drawLater(_ delay: Duration) {
        guard delay > .zero else { return draw() }
        Task { [report] in
            try? await Task.sleep(for: delay)
            report.yield(.frameIsDue)
        }
    }

    private func draw() {
        guard pace.begin(at: .now) else { return }
        flag.takeDown()
        output.show(stage.frame(in: terminal.size, now: clock()))
        observations.follow(stage.shown)
        setAlarm(at: stage.changesAt)
    }

    private func setAlarm(at moment: Date?) {
        guard moment != alarm?.at else { return }
        alarm?.task.cancel()
        alarm = moment.map { moment in
            let wait = Duration.seconds(max(0, moment.timeIntervalSince(clock())))
            let task = Task { [weak self] in
                try? await Task.sleep(for: wait)
                guard !Task.isCancelled else { return }
                self?.alarm = nil
                self?.report.yield(.timePassed)
            }
            return (moment, task)
        }
    }

    /// Returns the program's theme, or else that for the terminal's colours and ground.
    private static func theme(_ theme: Theme?, _ terminal: Terminal, isLight: Bool) -> Theme {
        if let theme { return theme }
        switch terminal.colorDepth {
        case .none: return .plain
        case .sixteen: return .sixteen
        case .palette, .full: return isLight ? .light : .dark
        }
    }
}
