import SignalsDashboard

/// Says how many lines of an import are saved.
struct ImportProgressReport: Sendable {
    private static let linesBetweenReports = 1000
    private static let widestBar = 60

    private let console: Console
    private let total: Int

    init(_ console: Console, total: Int) {
        self.console = console
        self.total = total
    }

    /// `saved` lines are saved, one more than before.
    func report(saved: Int) {
        guard saved > 0 else { return }
        if let columns = console.columns {
            let bar = ProgressBar(completed: saved, total: total)
            guard bar.percent != ProgressBar(completed: saved - 1, total: total).percent else { return }
            let text = bar.text(width: min(Self.widestBar, columns - 1)) + " \(saved) of \(total)"
            _ = console.write("\r" + text.truncated(toWidth: columns - 1))
        } else if saved % Self.linesBetweenReports == 0 {
            console.print("\(saved) of \(total) saved")
        }
    }

    /// Makes room for other text where the bar stands.
    func clear() {
        guard let columns = console.columns else { return }
        _ = console.write("\r" + String(repeating: " ", count: max(0, columns - 1)) + "\r")
    }
}
