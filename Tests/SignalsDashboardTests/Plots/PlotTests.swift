import Foundation
import Signals
import SignalsDashboard
import SignalsDashboardTesting
import Testing

@MainActor @Suite struct PlotTests {
    private func screen(_ plot: Plot, columns: Int, rows: Int) -> TestScreen {
        let dashboard = Dashboard("Plots") { _ in plot }
        return TestScreen(dashboard, columns: columns, rows: rows + 2, now: Date(timeIntervalSince1970: 1_000))
    }

    private func body(_ screen: TestScreen) -> [String] {
        screen.text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().dropLast().map(String.init)
    }

    @Test func valuesOfOnePeriodAreAddedUp() async {
        let values = PassthroughSubject<Double, Never>()
        let screen = screen(Plot(values, .sparkline, unit: "/s"), columns: 24, rows: 3)
        for count in [1, 2, 4, 8] {
            for _ in 0..<count { values.send(1) }
            await screen.settle()
            await screen.advance(by: .seconds(1))
        }
        #expect(body(screen)[0] == "▁▂▄█                8 /s")
    }

    @Test func aPlotWithoutValuesWaitsForNothing() async {
        let values = PassthroughSubject<Double, Never>()
        let plot = Plot(values, .sparkline, keeping: 3)
        let screen = screen(plot, columns: 24, rows: 3)
        #expect(plot.advance(to: Date(timeIntervalSince1970: 1_000.5)) == nil)
        values.send(1)
        await screen.settle()
        #expect(plot.advance(to: Date(timeIntervalSince1970: 1_000.6)) != nil)
        await screen.advance(by: .seconds(10))
        #expect(plot.advance(to: Date(timeIntervalSince1970: 1_010)) == nil)
    }

    @Test func aGaugeShowsTheLastValue() async {
        let values = CurrentValueSubject<Double, Never>(4)
        let screen = screen(Plot(values, .gauge(of: 8)), columns: 18, rows: 3)
        await screen.settle()
        #expect(body(screen)[0] == "█████░░░░░ 4 of 8")
    }

    @Test func aHistogramCountsByBounds() async {
        let values = PassthroughSubject<Double, Never>()
        let screen = screen(Plot(values, .histogram([1, 10]), unit: "ms"), columns: 30, rows: 4)
        for value in [0.5, 1, 5, 50] { values.send(value) }
        await screen.settle()
        #expect(
            Array(body(screen).prefix(3)) == [
                "≤ 1 ms  ██████████████████  2", "≤ 10 ms █████████           1", "more    █████████           1",
            ])
    }

    @Test func aLineHasAScaleAndDots() async {
        let values = PassthroughSubject<Double, Never>()
        let screen = screen(Plot(values, .line), columns: 10, rows: 3)
        for value in [0.0, 10, 10, 0] {
            values.send(value)
            await screen.settle()
            await screen.advance(by: .seconds(1))
        }
        #expect(body(screen) == [" 10     ⢸⢱", "        ⢸⢸", "  0     ⡸⢸"])
    }

    private static let kinds: [Plot.Kind] = [
        .line, .sparkline, .bars, .gauge(of: 8), .gauge(of: 0), .gauge(of: -3), .gauge(of: .nan), .gauge(of: .infinity),
        .histogram([1, 10]), .histogram([-.infinity, .nan, .infinity]),
    ]

    @Test(arguments: [
        Double.infinity, -.infinity, .nan, 1e300, -1e300, .greatestFiniteMagnitude, 9.3e18, -5, .leastNonzeroMagnitude,
    ])
    func anyNumberIsDrawnInAnyWay(value: Double) async {
        for kind in Self.kinds {
            let values = PassthroughSubject<Double, Never>()
            let plot = Plot(values, kind)
            let screen = screen(plot, columns: 24, rows: 4)
            for next in [1, value, 2, -value] {
                values.send(next)
                await screen.settle()
                await screen.advance(by: .seconds(1))
                _ = plot.news()
            }
            #expect(!screen.text.contains("nan"), "\(kind)")
        }
    }

    /// The body of a plot of values, each in a period of its own.
    private func body(_ kind: Plot.Kind, _ list: [Double], columns: Int, rows: Int) async -> [String] {
        let values = PassthroughSubject<Double, Never>()
        let plot = Plot(values, kind)
        let dashboard = Dashboard("Plots") { _ in plot.height(.fixed(rows)) }
        let screen = TestScreen(dashboard, columns: columns, rows: 9, now: Date(timeIntervalSince1970: 1_000))
        for value in list {
            values.send(value)
            await screen.settle()
            await screen.advance(by: .seconds(1))
        }
        return Array(body(screen).prefix(rows))
    }

    @Test func whatIsNoNumberIsAGap() async {
        for gap in [Double.nan, .infinity] {
            #expect(
                await body(.bars, [5, gap, 5], columns: 10, rows: 2) == [" 5     █ █", " 0     █ █"], "\(gap)")
            #expect(await body(.sparkline, [5, gap, 5], columns: 14, rows: 2)[0].hasPrefix("█ █"), "\(gap)")
            #expect(await body(.line, [5, gap, gap, 5], columns: 9, rows: 1) == [" 5     ⠁⠈"], "\(gap)")
        }
    }

    @Test func barsOfNegativeValuesHangFromTheZeroLine() async {
        #expect(await body(.bars, [-5, 5], columns: 10, rows: 2) == ["  5      █", " -5     █"])
        #expect(await body(.bars, [-10, -5], columns: 10, rows: 2) == ["   0    ██", " -10    █"])
    }

    @Test func aLineOfNegativeValuesHasAScaleFromTheLeast() async {
        #expect(await body(.line, [-10, -10, 0, 0], columns: 10, rows: 2) == ["   0     ⡏", " -10    ⣀⠇"])
        #expect(await body(.sparkline, [-10, 0], columns: 14, rows: 2)[0].hasPrefix("▁█"))
    }

    @Test func aHistogramCountsNoNumberThatIsNone() async {
        let rows = await body(.histogram([1]), [.nan, .infinity, -.infinity], columns: 20, rows: 3)
        #expect(rows[0].hasSuffix(" 1") && rows[1].hasSuffix(" 1"), "\(rows)")
    }

    @Test func whatIsNoNumberIsNewsOnce() async {
        let values = PassthroughSubject<Double, Never>()
        let plot = Plot(values, .gauge(of: 8))
        let screen = screen(plot, columns: 18, rows: 3)
        values.send(.nan)
        await screen.settle()
        #expect(plot.news().count == 1)
        #expect(plot.news().isEmpty)
    }

    @Test func ofALongPeriodWhatCameSoFarIsShown() async {
        let values = PassthroughSubject<Double, Never>()
        let plot = Plot(values, .bars, unit: "/min", every: .seconds(60))
        let dashboard = Dashboard("Plots") { _ in plot.titled("Rate") }
        let screen = TestScreen(dashboard, columns: 40, rows: 8, now: Date(timeIntervalSince1970: 1_000))
        values.send(5)
        await screen.settle()
        #expect(screen.text.contains("5 /min so far") && screen.text.contains("█"), "\(screen.text)")
        await screen.advance(by: .seconds(60))
        values.send(2)
        await screen.settle()
        #expect(screen.text.contains("5 /min, 2 so far"), "\(screen.text)")
    }
}
