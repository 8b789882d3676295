import Foundation
import SignalsCore

/// The last values of a publisher as a picture.
///
/// The values of one period are added up, so that a publisher of ones shows a rate; a gauge shows the last value. The
/// period under way is shown where periods are longer than two seconds. A period whose value is not a finite number is
/// a gap.
@MainActor
public final class Plot: LiveContent {
    /// The way in which values are drawn.
    public enum Kind: Hashable, Sendable {
        /// A line of braille dots, two values a column, with a scale.
        case line
        /// One row of bars.
        case sparkline
        /// A bar for each period.
        case bars
        /// A bar for the share of a whole that the last value is; empty if the whole is 0 or less.
        case gauge(of: Double)
        /// The number of values up to each of the bounds, which rise, and the number of those above the last.
        case histogram([Double])
    }

    /// The way it is drawn.
    public let kind: Kind
    private let unit: String
    private var series: PlotSeries
    private var counts: [Int]
    private var lastReported: Double?
    private var subscription: AnyCancellable?

    /// A plot of a publisher's values.
    ///
    /// - Parameters:
    ///   - values: the values, which may be sent on any thread.
    ///   - kind: the way they are drawn; a line unless given.
    ///   - unit: the text after numbers; none unless given.
    ///   - period: the time whose values are added up: a second unless given, and 0.05 seconds at least.
    ///   - count: the number of periods that are kept, from 1 to 1,048,576; 600 unless given.
    public init<P: Publisher>(
        _ values: P, _ kind: Kind = .line, unit: String = "", every period: Duration = .seconds(1),
        keeping count: Int = 600
    ) where P.Output == Double, P.Failure == Never {
        self.kind = kind
        self.unit = unit
        var addsUp = true
        if case .gauge = kind { addsUp = false }
        series = PlotSeries(period: period, keeping: count, addsUp: addsUp)
        if case .histogram(let bounds) = kind {
            counts = Array(repeating: 0, count: bounds.count + 1)
        } else {
            counts = []
        }
        subscription = values.receive(on: MainActor.shared).sink { [weak self] in self?.add($0) }
    }

    /// False: it has no use for keys.
    public var canFocus: Bool { false }

    /// Ends the periods that are over.
    public func advance(to now: Date) -> Date? { series.advance(to: now) }

    /// The value of the last period that is over, and that of the period under way if it is shown. Only a line and bars
    /// have a status.
    public var status: PaneStatus {
        guard kind == .line || kind == .bars else { return PaneStatus() }
        guard showsPresent else { return PaneStatus(trailing: Line("now \(Self.text(newest)) \(unit)", .dim)) }
        let present = Self.text(series.current)
        let text =
            series.values.isEmpty ? "\(present) \(unit) so far" : "\(Self.text(newest)) \(unit), \(present) so far"
        return PaneStatus(trailing: Line(text, .dim))
    }

    /// Returns the value of the last period that is over, or the last value of a gauge, when it differs from the one
    /// that was returned before.
    public func news() -> [Change] {
        let value = newest
        if let lastReported, lastReported == value || lastReported.isNaN && value.isNaN { return [] }
        lastReported = value
        return [
            Change(
                kind: "value", sentence: "\(Self.text(value)) \(unit)", values: ["value": "\(value)"],
                numbers: ["value": value])
        ]
    }

    /// Returns one row for a sparkline and a gauge, one for each bound of a histogram and one for what is above them,
    /// and any room for others.
    public func measure(in room: Size) -> Measure {
        switch kind {
        case .sparkline, .gauge:
            Measure(least: Size(columns: 6, rows: 1), most: Size(columns: Size.unlimited, rows: 1))
        case .histogram:
            Measure(least: Size(columns: 16, rows: 1), most: Size(columns: Size.unlimited, rows: counts.count))
        case .line, .bars: .flexible(columns: 8, rows: 2)
        }
    }

    /// Draws the values.
    public func draw(on canvas: inout Canvas) {
        switch kind {
        case .sparkline: drawSparkline(on: &canvas)
        case .gauge(let whole):
            let label = " \(Self.text(newest)) of \(Self.text(whole)) \(unit)"
            let share = whole > 0 ? newest / whole : 0
            let bar = PlotBar.text(share, columns: canvas.size.columns - label.displayWidth)
            canvas.draw(Line(bar, Style(.plot)) + Line(label), row: 0)
        case .histogram(let bounds): drawHistogram(bounds, on: &canvas)
        case .line: drawScaled(on: &canvas) { BraillePlot.rows($0, columns: $1, rows: $2, $3) }
        case .bars: drawScaled(on: &canvas) { PlotBar.rows($0, columns: $1, rows: $2, $3) }
        }
    }

    private var newest: Double { kind.isGauge ? series.current : series.values.last ?? 0 }

    /// True if the period under way is part of the picture: short ones are over soon.
    private var showsPresent: Bool { !kind.isGauge && series.seconds > 2 }

    /// The values to be drawn.
    private var drawn: [Double] { showsPresent ? series.values + [series.current] : series.values }

    private func add(_ value: Double) {
        objectWillChange.send()
        series.add(value)
        if case .histogram(let bounds) = kind, !value.isNaN {
            counts[bounds.firstIndex { value <= $0 } ?? bounds.count] += 1
        }
    }

    private func drawSparkline(on canvas: inout Canvas) {
        let label = Line(" \(Self.text(showsPresent && series.values.isEmpty ? series.current : newest)) \(unit)")
        let columns = max(1, canvas.size.columns - max(label.width, 8))
        let values = drawn.suffix(columns)
        let finite = values.filter(\.isFinite)
        let scale = PlotScale(bottom: min(0, finite.min() ?? 0), top: max(0, finite.max() ?? 0))
        let bars = String(values.map { value in scale.share(of: value).map(PlotBar.column) ?? " " })
        canvas.draw(Line(bars, Style(.plot)), row: 0)
        canvas.draw(label, row: 0, column: max(0, canvas.size.columns - label.width))
    }

    private func drawHistogram(_ bounds: [Double], on canvas: inout Canvas) {
        let top = max(1, counts.max() ?? 1)
        let names = bounds.map { "≤ \(Self.text($0)) \(unit)" } + ["more"]
        let width = names.map(\.displayWidth).max() ?? 0
        let numberWidth = String(top).count + 2
        for (row, (name, count)) in zip(names, counts).enumerated() {
            let room = canvas.size.columns - width - numberWidth - 2
            let bar = PlotBar.text(Double(count) / Double(top), columns: room, rest: " ")
            canvas.draw(Line(name).padded(toWidth: width + 1) + Line(bar, Style(.plot)), row: row)
            let number = count.grouped
            canvas.draw(Line(number), row: row, column: max(0, canvas.size.columns - number.count - 1))
        }
    }

    private func drawScaled(
        on canvas: inout Canvas, _ rows: (ArraySlice<Double>, Int, Int, PlotScale) -> [String]
    ) {
        let (values, size) = (drawn, canvas.size)
        let scale = PlotScale(of: values)
        let names = [Self.text(scale.top), Self.text(scale.bottom)]
        let width = (names.map(\.count).max() ?? 1) + 2
        let columns = size.columns - width
        guard columns > 0 else { return }
        for (row, text) in rows(values[...], columns, size.rows, scale).enumerated() {
            canvas.draw(Line(text, Style(.plot)), row: row, column: width)
        }
        canvas.draw(Line(names[0], .dim), row: 0, column: width - 1 - names[0].count)
        guard size.rows > 1 else { return }
        canvas.draw(Line(names[1], .dim), row: size.rows - 1, column: width - 1 - names[1].count)
    }

    /// Returns a number as text, with at most three digits after the point that matter; `–` for what is none.
    package static func text(_ value: Double) -> String {
        guard value.isFinite else { return value.isNaN ? "–" : value < 0 ? "-∞" : "∞" }
        if abs(value) >= 1e15 { return String(format: "%.3g", value) }
        if value == value.rounded() || abs(value) >= 100 { return Int(value.rounded()).grouped }
        return String(format: abs(value) >= 10 ? "%.1f" : "%.2g", value)
    }
}

extension Plot.Kind {
    fileprivate var isGauge: Bool {
        if case .gauge = self { return true }
        return false
    }
}
