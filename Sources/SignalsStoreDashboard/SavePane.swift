import Foundation
import SignalsCore
import SignalsDashboard
import SignalsStore

/// The saves of a container: how many a second, how many share a commit, how long they take, how many wait, and why the
/// last one failed.
///
/// ```swift
/// let pane = SavePane(container)
/// let dashboard = Dashboard("Tasks") { _ in pane.titled("Saves") }
/// ```
/// Where it has few rows, the first of them are shown.
@MainActor
public final class SavePane: LiveContent {
    /// Latencies are those of the last one to two periods.
    private static let period: TimeInterval = 30

    private let metrics: MetricsState
    private let rates = PassthroughSubject<Double, Never>()
    private let rate: Plot
    /// The metrics that are shown.
    private var value: ContainerMetrics
    private var group = 0.0
    private var reportedFailures: Int
    /// The latencies at the beginnings of the last two periods, and when the present one ends.
    private var earlier: (before: LatencyHistogram, last: LatencyHistogram, end: Date?)
    private var subscription: AnyCancellable?

    /// A pane for a container, which it keeps.
    ///
    /// - Parameter container: the container. The numbers of saves and failures include those before the pane was made.
    public init(_ container: PersistentContainer) {
        let metrics = MetricsState(container)
        self.metrics = metrics
        rate = Plot(rates, .sparkline, unit: "/s")
        value = metrics.value
        reportedFailures = value.failures
        earlier = (value.latencies, value.latencies, nil)
        subscription = metrics.$value.receive(on: MainActor.shared).sink { [weak self] in self?.show($0) }
    }

    /// False: it has no use for keys.
    public var canFocus: Bool { false }

    /// The saves a second, as a plot.
    public var inner: [any LiveContent] { [rate] }

    /// Ends the periods that are over.
    public func advance(to now: Date) -> Date? {
        if now >= earlier.end ?? .distantPast {
            earlier = (earlier.last, value.latencies, now.addingTimeInterval(Self.period))
        }
        return rate.advance(to: now)
    }

    /// The failures since the last call, as one change with the last reason.
    public func news() -> [Change] {
        guard value.failures > reportedFailures, let failure = value.lastFailure else { return [] }
        defer { reportedFailures = value.failures }
        return [
            Change(
                kind: "failed", sentence: failure.words,
                values: ["failures": "\(value.failures)", "reason": failure.words],
                numbers: ["failures": Double(value.failures)])
        ]
    }

    /// Six rows at most.
    public func measure(in room: Size) -> Measure {
        Measure(least: Size(columns: 24, rows: 1), most: Size(columns: Size.unlimited, rows: 6))
    }

    /// Draws as many of its rows as there is room for.
    public func draw(on canvas: inout Canvas) {
        let columns = canvas.size.columns - 2
        guard columns > 0 else { return }
        var part = canvas.part(row: 0, column: 1, size: Size(columns: columns, rows: 1))
        rate.draw(on: &part)
        for (row, line) in lines(columns: columns).prefix(canvas.size.rows - 1).enumerated() {
            canvas.draw(line, row: row + 1, column: 1, columns: columns)
        }
    }

    private func lines(columns: Int) -> [Line] {
        let largest = max(value.largestGroup, 1)
        let failed = Line("\(value.failures.grouped) failed", value.failures > 0 ? Style(.bad) : .plain)
        let saves = Line("\(value.saves.grouped) saved · ") + failed
        var lines = [
            Self.first(of: [saves + Line(" · \(value.retries.grouped) retried"), saves, failed], fitting: columns),
            latencies(columns: columns),
            bar("group", group / Double(largest), "\(Plot.text(group)) of \(largest)", columns),
            bar("pending", Double(value.pendingTasks) / 100, value.pendingTasks.grouped, columns),
        ]
        if let failure = value.lastFailure { lines.append(Line("last failure: \(failure.words)", Style(.bad))) }
        return lines
    }

    /// The longest of several ways to say something that fits, the longest first.
    private static func first(of lines: [Line], fitting columns: Int) -> Line {
        lines.first { $0.width <= columns } ?? lines.last ?? Line()
    }

    private func latencies(columns: Int) -> Line {
        let recent = value.latencies.since(earlier.before)
        let shown = recent.count > 0 ? recent : value.latencies
        guard shown.count > 0 else { return Line("nothing was saved yet", .dim) }
        let parts = [("p50", 0.5), ("p90", 0.9), ("p99", 0.99)].map { name, share in
            "\(name) \(Plot.text(shown.percentile(share) / .milliseconds(1)))"
        }
        return Self.first(
            of: [parts, [parts[0], parts[2]], [parts[2]]].map { Line($0.joined(separator: "  ") + " ms") },
            fitting: columns)
    }

    private func bar(_ name: String, _ share: Double, _ text: String, _ columns: Int) -> Line {
        let room = max(0, columns - 8 - text.count - 1)
        return Line(name.padding(toLength: 8, withPad: " ", startingAt: 0))
            + Line(PlotBar.text(share, columns: room), Style(.plot)) + Line(" " + text)
    }

    private func show(_ new: ContainerMetrics) {
        objectWillChange.send()
        let (saves, groups) = (new.saves - value.saves, new.groups - value.groups)
        if groups > 0 { group = Double(saves) / Double(groups) }
        if saves > 0 { rates.send(Double(saves)) }
        value = new
    }
}
