import Foundation
import SignalsCore

/// The last values of a publisher as a picture.
///
/// Those of one period are added up, so that a publisher of ones is a rate; of a gauge the last one stands.
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
        /// A bar for the share of a whole that the last value is.
        case gauge(of: Double)
        /// The number of values up to each of the bounds.
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
    ///   - values: the values.
    ///   - kind: how they are drawn.
    ///   - unit: what stands after numbers.
    ///   - period: the time whose values are added up.
    ///   - count: how many periods are kept.
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

    /// The last value, and how long ago the first one in sight was.
    public var status: PaneStatus {
        guard kind == .line || kind == .bars else { return PaneStatus() }
        return PaneStatus(trailing: Line("now \(Self.text(newest)) \(unit)", .dim))
    }

    /// The value of the last period that is over, when it differs from the one before.
    public func news() -> [Change] {
        guard newest != lastReported else { return [] }
        lastReported = newest
        return [Change(kind: "value", sentence: "\(Self.text(newest)) \(unit)", values: ["value": "\(newest)"])]
    }

    /// One row for a sparkline and a gauge, one for each bound of a histogram, and any room for others.
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
            let bar = PlotBar.text(
                newest / max(whole, .leastNonzeroMagnitude), columns: canvas.size.columns - label.count)
            canvas.draw(Line(bar, Style(.plot)) + Line(label), row: 0)
        case .histogram(let bounds): drawHistogram(bounds, on: &canvas)
        case .line: drawScaled(on: &canvas) { BraillePlot.rows($0, columns: $1, rows: $2, top: $3) }
        case .bars: drawScaled(on: &canvas) { PlotBar.rows($0, columns: $1, rows: $2, top: $3) }
        }
    }

    private var newest: Double { kind.isGauge ? series.current : series.values.last ?? 0 }

    private func add(_ value: Double) {
        objectWillChange.send()
        series.add(value)
        if case .histogram(let bounds) = kind { counts[bounds.firstIndex { value <= $0 } ?? bounds.count] += 1 }
    }

    private func drawSparkline(on canvas: inout Canvas) {
        let label = Line(" \(Self.text(newest)) \(unit)")
        let columns = max(1, canvas.size.columns - max(label.width, 8))
        let values = series.values.suffix(columns)
        let top = max(values.max() ?? 0, .leastNonzeroMagnitude)
        let bars = String(values.map { PlotBar.column($0 / top) })
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
        on canvas: inout Canvas, _ rows: (ArraySlice<Double>, Int, Int, Double) -> [String]
    ) {
        let top = PlotScale.top(of: series.values)
        let names = [Self.text(top), "0"]
        let width = (names.map(\.count).max() ?? 1) + 2
        let columns = canvas.size.columns - width
        guard columns > 0 else { return }
        for (row, text) in rows(series.values[...], columns, canvas.size.rows, top).enumerated() {
            canvas.draw(Line(text, Style(.plot)), row: row, column: width)
        }
        canvas.draw(Line(names[0], .dim), row: 0, column: width - 1 - names[0].count)
        if canvas.size.rows > 1 { canvas.draw(Line("0", .dim), row: canvas.size.rows - 1, column: width - 2) }
    }

    /// Returns a number as text, with at most three digits after the point that matter.
    package static func text(_ value: Double) -> String {
        if value == value.rounded(), abs(value) < 1e15 { return Int(value).grouped }
        return abs(value) >= 100
            ? Int(value.rounded()).grouped : String(format: abs(value) >= 10 ? "%.1f" : "%.2g", value)
    }
}

extension Plot.Kind {
    fileprivate var isGauge: Bool {
        if case .gauge = self { return true }
        return false
    }
}
