import Foundation
import SignalsCore

/// A screen that has the whole terminal, is drawn again whenever one of the observed objects changes, and gives the
/// terminal back on every way out: return, error, exit, signal, crash.
///
/// ```swift
/// let dashboard = Dashboard(TaskScreen(board), observing: board)
/// try await dashboard.run()
/// ```
/// Timers on the main run loop, and `receive(on: RunLoop.main)`, deliver while it is shown, on the main actor.
/// Standard error is held back while the dashboard is shown and appears afterwards; nothing else may write to the
/// terminal meanwhile.
@MainActor
public final class Dashboard {
    private let screen: any Screen
    private let objects: [any ObservableObject]
    private let terminal: Terminal
    private let events: AsyncStream<TerminalEvent>
    private let report: AsyncStream<TerminalEvent>.Continuation
    private var writer: FrameWriter
    private var pace = FramePace()

    /// A dashboard that shows `screen` on `terminal` once `run()` is called.
    ///
    /// - Parameter objects: the state the screen reads. They belong to the main actor, as a view's state does: a change
    ///   is drawn after it was made there.
    public init(
        _ screen: any Screen, observing objects: any ObservableObject..., on terminal: Terminal = .standard
    ) {
        self.screen = screen
        self.objects = objects
        self.terminal = terminal
        (events, report) = AsyncStream.makeStream()
        writer = FrameWriter(size: terminal.size, usesColor: terminal.usesColor)
    }

    /// Shows the dashboard and returns when it is closed: by the screen, by Ctrl-C, by `close()`, by the end of the
    /// terminal's input, or because the task was cancelled. It can be run once.
    ///
    /// - Throws: `DashboardError` when the terminal cannot be used; it is then as it was.
    public func run() async throws {
        let session = try TerminalSession(on: terminal) { [report] in report.yield($0) }
        let observations = objects.map { observe($0) }
        defer {
            for observation in observations { observation.cancel() }
            session.end()
        }
        writer.startOver(size: terminal.size)
        draw()
        for await event in events {
            guard answer(event, in: session) == .stay else { return }
        }
    }

    /// Makes `run()` return soon.
    public func close() {
        report.yield(.ended)
    }

    private func answer(_ event: TerminalEvent, in session: TerminalSession) -> Reaction {
        switch event {
        case .keys(let keys):
            for key in keys where answer(key, in: session) == .close { return .close }
        case .resized, .resumed: writer.startOver(size: terminal.size)
        case .changed: pace.hasDrawn(at: .now)
        case .ended: return .close
        }
        return draw()
    }

    private func answer(_ key: Key, in session: TerminalSession) -> Reaction {
        switch key {
        case .control("c"): return .close
        case .control("z"): session.suspend()
        case .control("l"): writer.startOver(size: terminal.size)
        default: return screen.handle(key)
        }
        return .stay
    }

    /// Sends what is new on the screen; a terminal that is gone closes the dashboard.
    @discardableResult
    private func draw() -> Reaction {
        let output = writer.output(for: screen.frame(in: terminal.size))
        return output.isEmpty || terminal.send(output) ? .stay : .close
    }

    private func observe(_ object: some ObservableObject) -> AnyCancellable {
        object.objectWillChange.receive(on: MainActor.shared).sink { [weak self] _ in self?.needsFrame() }
    }

    /// An observed object is about to change: draws again afterwards, once for all changes of a sixtieth of a second.
    private func needsFrame() {
        guard let delay = pace.request(at: .now) else { return }
        Task { [report] in
            try? await Task.sleep(for: delay)
            report.yield(.changed)
        }
    }
}
