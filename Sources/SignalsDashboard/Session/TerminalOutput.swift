import Dispatch
import SignalsCore

/// The output to the terminal: what differs between a frame and what is shown, written on a queue of its own.
final class TerminalOutput: Sendable {
    private let terminal: Terminal
    private let queue = DispatchQueue(label: "SignalsDashboard.TerminalOutput", qos: .userInteractive)
    private let writer: Locked<FrameWriter>
    private let report: @Sendable (TerminalEvent) -> Void

    /// The output of `terminal`. `report` is called on a background queue after each frame.
    init(
        _ terminal: Terminal, theme: Theme, report: @escaping @Sendable (TerminalEvent) -> Void
    ) {
        self.terminal = terminal
        self.report = report
        writer = Locked(FrameWriter(theme: theme, depth: terminal.colorDepth))
    }

    /// Draws the next frame whole: the terminal shows something else, or is to look otherwise.
    func startOver(theme: Theme, isSynchronised: Bool) {
        let depth = terminal.colorDepth
        queue.async { [writer] in
            writer.withLock { $0 = FrameWriter(theme: theme, depth: depth, isSynchronised: isSynchronised) }
        }
    }

    /// Writes `frame`, and reports `.written` or that the terminal is gone.
    func show(_ frame: Frame) {
        queue.async { [self] in
            let frame = terminal.isUTF8 ? frame : frame.ascii
            let bytes = writer.withLock { $0.output(for: frame) }
            let isSent = bytes.isEmpty || TerminalRestoration.write { terminal.send(bytes) }
            report(isSent ? .written : .ended)
        }
    }

    /// Sends control sequences after the frames so far.
    func send(_ text: String) {
        queue.async { [terminal] in _ = TerminalRestoration.write { terminal.send(Array(text.utf8)) } }
    }

    /// Returns when all is written, or when the terminal has taken nothing for a while.
    func finish() {
        let isWritten = DispatchGroup()
        queue.async(group: isWritten) {}
        _ = isWritten.wait(timeout: .now() + .milliseconds(Int(TerminalRestoration.patience)))
    }
}
